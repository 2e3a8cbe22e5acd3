import type { Platform } from '@posthorn/contracts/shared/platform';
import { dueAfter } from '#infrastructure/effects/attempt/due-after.ts';
import type { LoggedEvent } from '#infrastructure/log/logged-event.ts';
import { keyedRows } from '#infrastructure/projections/keyed-rows.ts';
import type { Projection } from '#infrastructure/projections/projection.ts';
import type { PublicationEvent } from '../../domain/publication/publication-events.ts';
import type { PublishingTimes } from '../../domain/publication/publishing-times.ts';
import { publicationStream } from '../../domain/publication/publication.ts';
import { deletionMoveOf, isOfDeletion } from '../../domain/publication/remote-deletion.ts';

/** A published post that is to be deleted on its platform: when somebody has to look at it again. */
export type DeletionRow = Readonly<{
  post_id: number;
  account_id: number;
  owner_id: string;
  platform: Platform;
  due_at: string;
}>;

/** Which attempt an event is about does not tell when somebody has to look again. */
const ANY_ATTEMPT = { status: 'requested', number: 0 } as const;

/** Each event carries all that its row needs. */
export function foldDeletionRow(
  row: DeletionRow | undefined,
  event: Pick<LoggedEvent<PublicationEvent>, 'meta'> & PublicationEvent,
  times: PublishingTimes,
): DeletionRow | undefined {
  if (event.type === 'PublicationResumed') return row && { ...row, due_at: event.data.resumedAt };
  if (!isOfDeletion(event)) return row;
  const { postId, accountId, ownerId, platform } = event.data;
  const due_at = dueAfter(deletionMoveOf(ANY_ATTEMPT, event), event.meta.at, times);
  return due_at === null
    ? undefined
    : { post_id: postId, account_id: accountId, owner_id: ownerId, platform, due_at };
}

/** The lease columns come from no event: a rebuild carries them over. */
export const remoteDeletions = (times: PublishingTimes): Projection<PublicationEvent> => ({
  name: 'scheduling.remote-deletions',
  version: 1,
  categories: [publicationStream.category],
  tables: {
    remote_deletion: `post_id bigint, account_id bigint, owner_id text not null, platform text not null,
      due_at timestamptz not null, lease_owner text, lease_until timestamptz, primary key (post_id, account_id)`,
  },
  personal: { remote_deletion: 'owner_id' },
  indexes: ['create index on {schema}.remote_deletion (due_at, post_id, account_id)'],
  leases: {
    remote_deletion: { key: ['post_id', 'account_id'], columns: ['lease_owner', 'lease_until'] },
  },
  apply: keyedRows<DeletionRow, PublicationEvent>({
    table: 'remote_deletion',
    isLeased: true,
    key: ['post_id', 'account_id'],
    keyOf: (event) =>
      isOfDeletion(event) || event.type === 'PublicationResumed'
        ? [event.data.postId, event.data.accountId]
        : null,
    columns: {
      post_id: 'bigint',
      account_id: 'bigint',
      owner_id: 'text',
      platform: 'text',
      due_at: 'timestamptz',
    },
    fold: (row, event) => foldDeletionRow(row, event, times),
  }),
});
