import type { NoticeKind } from '@posthorn/contracts/shared/notice-choices';
import { when } from '@posthorn/event-sourcing';
import type { LoggedEvent } from '#infrastructure/event-log/logged-event.ts';
import type { AccountProblemEvent } from '#modules/integrations/ports/account-problems.ts';
import type { CommentReceivedEvent } from '#modules/inbox/ports/comments-to-report.ts';
import type { TargetFailureEvent } from '#modules/scheduling/ports/target-failures.ts';

/** The events that cause notices. */
export type NoticeEvent = TargetFailureEvent | AccountProblemEvent | CommentReceivedEvent;

/**
 * The kind of notice for an event. Null: the product will try again, or the comment is older than the
 * account's connection.
 */
export const noticeOf = when<LoggedEvent<NoticeEvent>, NoticeKind | null>({
  PlatformPublishFailed: ({ data }) => (data.retryAt === null ? 'postFailed' : null),
  PlatformPublishUnknown: ({ data }) => (data.nextAt === null ? 'postFailed' : null),
  PublishLookedUp: ({ data }) => (data.nextAt === null ? 'postFailed' : null),
  AccountNeedsReconnect: () => 'accountExpiring',
  AccountExpirySeen: () => 'accountExpiring',
  CommentReceived: ({ data }) => (data.isBacklog ? null : 'newComment'),
});
