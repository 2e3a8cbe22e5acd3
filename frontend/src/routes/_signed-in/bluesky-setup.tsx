import { pageOfConsent } from '@posthorn/contracts/integrations/consent';
import { ownPathOf } from '@posthorn/contracts/shared/own-path';
import { useQuery } from '@tanstack/react-query';
import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { appStateQuery } from '#features/identity/api/app-state.ts';
import { BlueskyForm } from '#features/integrations/components/bluesky-form.tsx';
import { SetupPage } from '#features/integrations/components/setup-page.tsx';
import { SETUP_TEXT } from '#features/integrations/messages/accounts.en.ts';
import { SANDBOX_VALUES } from '#features/integrations/model/sandbox-values.ts';
import { PLATFORM_NAMES } from '#lib/platform-names.ts';
import { setupSearch } from '#features/integrations/model/setup-search.ts';

const REDIRECT_MS = 1_500;

export const Route = createFileRoute('/_signed-in/bluesky-setup')({
  validateSearch: setupSearch,
  loader: ({ context: { queryClient } }) => queryClient.query({ ...appStateQuery, staleTime: 'static' }),
  component: BlueskySetupScreen,
});

function BlueskySetupScreen() {
  const { state, return: returnPath } = Route.useSearch();
  const back = ownPathOf(returnPath);
  const { data: app } = useQuery(appStateQuery);
  const navigate = useNavigate();
  const [connected, setConnected] = useState<Readonly<{ already: boolean }> | null>(null);
  useEffect(() => {
    if (!connected) return;
    const href = pageOfConsent({ kind: 'connected', platform: 'bluesky', ...connected }, back);
    const timer = setTimeout(() => void navigate({ href }), REDIRECT_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [connected, navigate, back]);
  return (
    <SetupPage
      platform="bluesky"
      title={SETUP_TEXT.connect(PLATFORM_NAMES.bluesky)}
      intro={SETUP_TEXT.blueskyIntro}
      back={back}
    >
      <BlueskyForm
        state={state}
        start={app?.sandbox ? SANDBOX_VALUES.bluesky : null}
        onConnected={(already) => {
          setConnected({ already });
        }}
      />
    </SetupPage>
  );
}
