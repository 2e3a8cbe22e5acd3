import { createFileRoute } from '@tanstack/react-router';

export const Route = createFileRoute('/_signed-in/mastodon-setup')({ component: MastodonSetupScreen });

function MastodonSetupScreen() {
  return <h1 className="text-2xl font-semibold">Connect Mastodon</h1>;
}
