import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { MastodonForm } from '#features/integrations/components/mastodon-form.tsx';
import { SetupPage } from '#features/integrations/components/setup-page.tsx';

export const Route = createFileRoute('/_signed-in/mastodon-setup')({
  validateSearch: ({ state }): { state?: string } => (typeof state === 'string' ? { state } : {}),
  component: MastodonSetupScreen,
});

function MastodonSetupScreen() {
  const { state } = Route.useSearch();
  const navigate = useNavigate();
  return (
    <SetupPage
      platform="mastodon"
      title="Connect Mastodon"
      intro="Any instance, also servers that speak the same language."
    >
      <MastodonForm
        state={state}
        onConnected={() => void navigate({ to: '/settings', search: { connected: 'mastodon' } })}
      />
    </SetupPage>
  );
}
