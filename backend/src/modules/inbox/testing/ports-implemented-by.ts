import { Module, type DynamicModule } from '@nestjs/common';
import { CommentRules } from '#modules/integrations/ports/comment-rules.ts';
import { CommentsOfAccounts } from '#modules/integrations/ports/comments-of-accounts.ts';
import { ModerationOnPlatforms } from '#modules/integrations/ports/moderation-on-platforms.ts';
import { PlatformWebhooks } from '#modules/integrations/ports/platform-webhooks.ts';
import { RepliesOnPlatforms } from '#modules/integrations/ports/replies-on-platforms.ts';
import { WebhookSubscriptions } from '#modules/integrations/ports/webhook-subscriptions.ts';

/** The ports that other modules implement for the inbox. */
const PORTS = [
  ...[CommentRules, CommentsOfAccounts, ModerationOnPlatforms],
  ...[PlatformWebhooks, RepliesOnPlatforms, WebhookSubscriptions],
];

/** Provides a port if one of the doubles extends it. `boot` reports calls of ports without a double. */
export function portsImplementedBy(...doubles: readonly object[]): DynamicModule {
  const providers = PORTS.flatMap((provide) => {
    const useValue = doubles.find((double) => double instanceof provide);
    return useValue ? [{ provide, useValue }] : [];
  });
  return {
    module: ImplementedPorts,
    global: true,
    providers,
    exports: providers.map(({ provide }) => provide),
  };
}

@Module({})
class ImplementedPorts {}

/** A double for accounts without new comments. Specs override what they need. */
export class QuietAccounts extends CommentsOfAccounts {
  override wayOf: CommentsOfAccounts['wayOf'] = () =>
    Promise.resolve({ pace: { source: 'listing', fastest: 60 }, hasNews: true, isSimulated: false });

  override news: CommentsOfAccounts['news'] = () =>
    Promise.resolve({ kind: 'read', comments: [], gone: [], moved: [], cursor: {}, more: false });

  override thread: CommentsOfAccounts['thread'] = () =>
    Promise.resolve({ kind: 'read', comments: [], next: null });

  override one: CommentsOfAccounts['one'] = () => Promise.resolve({ kind: 'gone' });
}
