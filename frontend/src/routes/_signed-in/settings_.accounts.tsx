import { CHOICE_TEXT } from '@posthorn/contracts/integrations/choices.http';
import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, Link, useNavigate } from '@tanstack/react-router';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import { choicesQuery } from '#features/integrations/api/choices.ts';
import { ChooseAccountsForm } from '#features/integrations/components/choose-accounts-form.tsx';
import { CHOOSE_TEXT, SETUP_TEXT } from '#features/integrations/messages.en.ts';
import { PLATFORM_NAMES } from '#lib/platform-names.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { ScreenHeading } from '#ui/screen-heading.tsx';
import { toast } from '#ui/toast-store.ts';

export const Route = createFileRoute('/_signed-in/settings_/accounts')({
  loader: ({ context: { queryClient } }) => queryClient.query(choicesQuery),
  component: ChooseAccountsScreen,
});

function ChooseAccountsScreen() {
  const { data } = useSuspenseQuery(choicesQuery);
  const navigate = useNavigate();
  const { platform, choices } = data;
  return (
    <div className="mx-auto max-w-xl space-y-5">
      <Button asChild variant="quiet" className="-ml-3">
        <Link to="/settings">
          <ArrowLeft aria-hidden />
          {SETUP_TEXT.back}
        </Link>
      </Button>
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
            onConnected={(count) => {
              toast({
                title: CHOOSE_TEXT.done(count),
                description: CHOOSE_TEXT.doneHint,
              });
              void navigate({ to: '/settings' });
            }}
          />
        </Card>
      )}
    </div>
  );
}
