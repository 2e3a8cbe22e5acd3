import { ownPathOf } from '@posthorn/contracts/shared/own-path';
import { CHOICE_TEXT } from '@posthorn/contracts/integrations/choices.http';
import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { choicesQuery } from '#features/integrations/api/choices.ts';
import { BackLink } from '#features/integrations/components/back-link.tsx';
import { ChooseAccountsForm } from '#features/integrations/components/choose-accounts-form.tsx';
import { CHOOSE_TEXT } from '#features/integrations/messages/accounts.en.ts';
import { PLATFORM_NAMES } from '#lib/platform-names.ts';
import { Card } from '#ui/card.tsx';
import { ScreenHeading } from '#ui/screen-heading.tsx';
import { setupSearch } from '#features/integrations/model/setup-search.ts';

export const Route = createFileRoute('/_signed-in/settings_/accounts')({
  validateSearch: setupSearch,
  loader: ({ context: { queryClient } }) => queryClient.query(choicesQuery),
  component: ChooseAccountsScreen,
});

function ChooseAccountsScreen() {
  const { data } = useSuspenseQuery(choicesQuery);
  const back = ownPathOf(Route.useSearch().return);
  const navigate = useNavigate();
  const { platform, choices } = data;
  return (
    <div className="mx-auto max-w-xl space-y-5">
      <BackLink back={back} />
      <header>
        <ScreenHeading>{CHOOSE_TEXT.title}</ScreenHeading>
        <p className="text-muted">
          {platform ? CHOOSE_TEXT.hint(PLATFORM_NAMES[platform]) : CHOICE_TEXT.gone}
        </p>
      </header>
      {platform && (
        <Card>
          <ChooseAccountsForm
            choices={choices}
            onConnected={() => {
              void navigate({ href: back ?? '/settings' });
            }}
          />
        </Card>
      )}
    </div>
  );
}
