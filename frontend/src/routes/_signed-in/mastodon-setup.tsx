import { pageOfConsent } from '@posthorn/contracts/integrations/consent';
import { ownPathOf } from '@posthorn/contracts/shared/own-path';
import { useQuery } from '@tanstack/react-query';
import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { appStateQuery } from '#features/identity/api/app-state.ts';
import { MastodonForm } from '#features/integrations/components/mastodon-form.tsx';
import { SetupPage } from '#features/integrations/components/setup-page.tsx';
import { SETUP_TEXT } from '#features/integrations/messages/accounts.en.ts';
import { SANDBOX_VALUES } from '#features/integrations/model/sandbox-values.ts';
import { PLATFORM_NAMES } from '#lib/platform-names.ts';
import { setupSearch } from '#features/integrations/model/setup-search.ts';

export const Route = createFileRoute('/_signed-in/mastodon-setup')({
  validateSearch: setupSearch,
  loader: ({ context: { queryClient } }) => queryClient.query({ ...appStateQuery, staleTime: 'static' }),
  component: MastodonSetupScreen,
});

function MastodonSetupScreen() {
  const { state, return: returnPath } = Route.useSearch();
  const back = ownPathOf(returnPath);
  const { data: app } = useQuery(appStateQuery);
  const navigate = useNavigate();
  return (
    <SetupPage
      platform="mastodon"
      title={SETUP_TEXT.connect(PLATFORM_NAMES.mastodon)}
      intro={SETUP_TEXT.mastodonIntro}
      back={back}
    >
      <MastodonForm
        state={state}
        start={app?.sandbox ? SANDBOX_VALUES.mastodon : null}
        back={back}
        onConnected={(already) => {
          const href = pageOfConsent({ kind: 'connected', platform: 'mastodon', already }, back);
          void navigate({ href });
        }}
      />
    </SetupPage>
  );
}
