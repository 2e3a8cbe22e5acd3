import type { Platform } from '@posthorn/contracts/shared/platform';
import { dueAfter } from '#infrastructure/effects/attempt/due-after.ts';
import type { LoggedEvent } from '#infrastructure/log/logged-event.ts';
import { keyedRows } from '#infrastructure/projections/keyed-rows.ts';
import type { Projection } from '#infrastructure/projections/projection.ts';
import type { CommentEvent } from '../domain/comment/comment-events.ts';
import { commentStream } from '../domain/comment/comment.ts';
import { isOfModeration, moderationMoveOf } from '../domain/comment/moderation.ts';
import type { InboxTimes } from '../times.ts';

/** A comment that is to be hidden, shown or removed on its platform: when somebody has to look at it again. */
export type ModerationRow = Readonly<{
  comment_id: number;
  account_id: number;
  owner_id: string;
  platform: Platform;
  attempt_id: string | null;
  due_at: string;
}>;

/** Each event carries all that its row needs. */
export function foldModerationRow(
  row: ModerationRow | undefined,
  event: Pick<LoggedEvent<CommentEvent>, 'meta'> & CommentEvent,
  times: Pick<InboxTimes, 'longestRetry'>,
): ModerationRow | undefined {
  if (!isOfModeration(event)) return row;
  const { commentId, accountId, ownerId, platform } = event.data;
  // Attempts for an earlier wish tell nothing of this one.
  const attempt = event.type === 'CommentModerationRequested' ? null : (row?.attempt_id ?? null);
  const due_at = dueAfter(moderationMoveOf(attempt, event), event.meta.at, times, row?.due_at);
  const attempt_id = event.type === 'CommentModerationAttempted' ? event.data.attemptId : attempt;
  return due_at === null
    ? undefined
    : {
        comment_id: commentId,
        account_id: accountId,
        owner_id: ownerId,
        platform,
        attempt_id,
        due_at,
      };
}

/** The lease columns come from no event: a rebuild carries them over. */
export const openModerations = (times: InboxTimes): Projection<CommentEvent> => ({
  name: 'inbox.open-moderations',
  version: 1,
  categories: [commentStream.category],
  tables: {
    inbox_moderation_due: `comment_id bigint primary key, account_id bigint not null, owner_id text not null, platform text not null,
      attempt_id text, due_at timestamptz not null, lease_owner text, lease_until timestamptz`,
  },
  personal: { inbox_moderation_due: 'owner_id' },
  indexes: [
    'create index on {schema}.inbox_moderation_due (platform, due_at, comment_id)',
    'create index on {schema}.inbox_moderation_due (account_id)',
  ],
  leases: { inbox_moderation_due: { key: ['comment_id'], columns: ['lease_owner', 'lease_until'] } },
  apply: keyedRows<ModerationRow, CommentEvent>({
    table: 'inbox_moderation_due',
    isLeased: true,
    key: 'comment_id',
    keyOf: (event) => (isOfModeration(event) ? event.data.commentId : null),
    columns: {
      comment_id: 'bigint',
      account_id: 'bigint',
      owner_id: 'text',
      platform: 'text',
      attempt_id: 'text',
      due_at: 'timestamptz',
    },
    fold: (row, event) => foldModerationRow(row, event, times),
  }),
});
