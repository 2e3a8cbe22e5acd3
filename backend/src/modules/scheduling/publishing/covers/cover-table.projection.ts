import type { Platform } from '@posthorn/contracts/shared/platform';
import { dueAfter } from '#infrastructure/effects/attempt/due-after.ts';
import type { LoggedEvent } from '#infrastructure/log/logged-event.ts';
import { keyedRows } from '#infrastructure/projections/keyed-rows.ts';
import type { Projection } from '#infrastructure/projections/projection.ts';
import { coverMoveOf, isOfCover } from '../../domain/publication/cover.ts';
import type { PublicationEvent } from '../../domain/publication/publication-events.ts';
import type { PublishingTimes } from '../../domain/publication/publishing-times.ts';
import { publicationStream } from '../../domain/publication/publication.ts';

/** A published video whose cover is to be set: when somebody has to look at it again. */
export type CoverRow = Readonly<{
  post_id: number;
  account_id: number;
  owner_id: string;
  platform: Platform;
  due_at: string;
}>;

/** Each event carries all that its row needs. */
export function foldCoverRow(
  row: CoverRow | undefined,
  event: Pick<LoggedEvent<PublicationEvent>, 'meta'> & PublicationEvent,
  times: PublishingTimes,
): CoverRow | undefined {
  if (event.type === 'PublicationResumed') return row && { ...row, due_at: event.data.resumedAt };
  if (!isOfCover(event)) return row;
  const { postId, accountId, ownerId, platform } = event.data;
  const due_at = dueAfter(coverMoveOf(event), event.meta.at, times);
  return due_at === null
    ? undefined
    : { post_id: postId, account_id: accountId, owner_id: ownerId, platform, due_at };
}

/** The lease columns come from no event: a rebuild carries them over. */
export const covers = (times: PublishingTimes): Projection<PublicationEvent> => ({
  name: 'scheduling.covers',
  version: 1,
  categories: [publicationStream.category],
  tables: {
    cover: `post_id bigint, account_id bigint, owner_id text not null, platform text not null,
      due_at timestamptz not null, lease_owner text, lease_until timestamptz, primary key (post_id, account_id)`,
  },
  personal: { cover: 'owner_id' },
  indexes: ['create index on {schema}.cover (due_at, post_id, account_id)'],
  leases: {
    cover: { key: ['post_id', 'account_id'], columns: ['lease_owner', 'lease_until'] },
  },
  apply: keyedRows<CoverRow, PublicationEvent>({
    table: 'cover',
    isLeased: true,
    key: ['post_id', 'account_id'],
    keyOf: (event) =>
      isOfCover(event) || event.type === 'PublicationResumed'
        ? [event.data.postId, event.data.accountId]
        : null,
    columns: {
      post_id: 'bigint',
      account_id: 'bigint',
      owner_id: 'text',
      platform: 'text',
      due_at: 'timestamptz',
    },
    fold: (row, event) => foldCoverRow(row, event, times),
  }),
});
