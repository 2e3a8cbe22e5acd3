import type { LoggedEvent } from '#infrastructure/log/logged-event.ts';
import type { CommentReceivedEvent } from '#modules/inbox/public.ts';
import type { AccountTroubleEvent } from '#modules/integrations/public.ts';
import type { TargetTroubleEvent } from '#modules/scheduling/public.ts';

/** What notices are made of. */
export type NoticeEvent = TargetTroubleEvent | AccountTroubleEvent | CommentReceivedEvent;

export const NOTICE_EVENTS: readonly NoticeEvent['type'][] = [
  'PlatformPublishFailed',
  'PlatformPublishUnknown',
  'PublishLookedUp',
  'AccountNeedsReconnect',
  'AccountExpirySeen',
  'CommentReceived',
];

/** What passes by itself, and comments from before, need nobody. */
export function callsForNotice(event: LoggedEvent<NoticeEvent>): boolean {
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
  }
}
