import type { LoggedEvent } from '#infrastructure/log/logged-event.ts';
import type { CommentReceivedEvent } from '#modules/inbox/public.ts';
import type { AccountTroubleEvent } from '#modules/integrations/public.ts';
import type { TargetTroubleEvent } from '#modules/scheduling/public.ts';

/** What notices are made of. */
export type Heard = TargetTroubleEvent | AccountTroubleEvent | CommentReceivedEvent;

/** The streams have other events too. */
export function isNews(event: LoggedEvent<Heard>): boolean {
  switch (event.type) {
    case 'PlatformPublishFailed':
      return event.data.retryAt === null;
    case 'PlatformPublishUnknown':
    case 'PublishLookedUp':
      return event.data.nextAt === null;
    case 'AccountNeedsReconnect':
    case 'AccountExpirySeen':
      return true;
    case 'CommentReceived':
      return !event.data.isBacklog;
    default:
      return false;
  }
}
