import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { BlueskyForm } from '#features/integrations/components/bluesky-form.tsx';
import { SetupPage } from '#features/integrations/components/setup-page.tsx';

const REDIRECT_MS = 1_500;

export const Route = createFileRoute('/_signed-in/bluesky-setup')({
  validateSearch: ({ state }): { state?: string } => (typeof state === 'string' ? { state } : {}),
  component: BlueskySetupScreen,
});

function BlueskySetupScreen() {
  const { state } = Route.useSearch();
  const navigate = useNavigate();
  const [connected, setConnected] = useState(false);
  useEffect(() => {
    if (!connected) return;
    const timer = setTimeout(
      () => void navigate({ to: '/settings', search: { connected: 'bluesky' } }),
      REDIRECT_MS,
    );
    return () => {
      clearTimeout(timer);
    };
  }, [connected, navigate]);
  return (
    <SetupPage
      platform="bluesky"
      title="Connect Bluesky"
      intro="With an app password, which you can take back at any time without changing your own."
    >
      <BlueskyForm
        state={state}
        onConnected={() => {
          setConnected(true);
        }}
      />
    </SetupPage>
  );
}
