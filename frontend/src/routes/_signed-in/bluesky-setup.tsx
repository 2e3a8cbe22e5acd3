import { createFileRoute } from '@tanstack/react-router';

export const Route = createFileRoute('/_signed-in/bluesky-setup')({ component: BlueskySetupScreen });

function BlueskySetupScreen() {
  return <h1 className="text-2xl font-semibold">Connect Bluesky</h1>;
}
