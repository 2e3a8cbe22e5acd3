import { readViewOf } from '#infrastructure/readers/read-views.ts';
import { folding } from '@posthorn/event-sourcing';
import { LEASE, rowProjection, rowTable, type RowOf } from '#infrastructure/readers/row-table.ts';
import { postStream, type PostEvent } from '../../domain/post/post.ts';
import type { PublicationEvent } from '../../domain/publication/publication-events.ts';
import { publicationStream } from '../../domain/publication/publication.ts';

type ReadinessEvent = PostEvent | PublicationEvent;

/** The worker writes `checked` and the lease; no event changes them. */
const READINESS = rowTable(
  'readiness_check',
  'post_id',
  {
    post_id: 'bigint not null',
    owner_id: 'text not null',
    scheduled_for: 'timestamptz not null',
    /** Null while the post is deleted. */
    due_at: 'timestamptz',
    /**
     * Counts changes that may change the result of a check: a new time, a new text, a reconnected account.
     */
    version: 'int not null',
  },
  { checked: 'int', ...LEASE },
);
/** A post whose publishing has not begun. */
export type ReadinessRow = RowOf<typeof READINESS>;

const withNextVersion = (
  row: ReadinessRow | undefined,
  change?: Partial<ReadinessRow>,
): ReadinessRow | undefined => row && { ...row, ...change, version: row.version + 1 };

const movedTo = (
  row: ReadinessRow | undefined,
  { data: { scheduledFor } }: Readonly<{ data: Readonly<{ scheduledFor: string }> }>,
): ReadinessRow | undefined =>
  withNextVersion(row, { scheduled_for: scheduledFor, due_at: row?.due_at === null ? null : scheduledFor });

/** Returns the row of a post to check before the post is due. */
export const foldReadinessRow = folding<ReadinessRow | undefined, ReadinessEvent>({
  PostScheduled: (_, { data: { postId, ownerId, scheduledFor } }) => ({
    post_id: postId,
    owner_id: ownerId,
    scheduled_for: scheduledFor,
    due_at: scheduledFor,
    version: 1,
  }),
  PostRescheduled: movedTo,
  ScheduleRecomputed: movedTo,
  PostEdited: (row) => withNextVersion(row),
  PostTargetsChanged: (row) => withNextVersion(row),
  PublicationResumed: (row) => withNextVersion(row),
  PostCancelled: (row) => withNextVersion(row, { due_at: null }),
  PostRestored: (row) => row && withNextVersion(row, { due_at: row.scheduled_for }),
  PostArchived: () => undefined,
  PostPublishingStarted: () => undefined,
});

export const readinessChecks = rowProjection<ReadinessRow, ReadinessEvent>({
  name: 'scheduling.readiness-checks',
  version: 2,
  categories: [postStream.category, publicationStream.category],
  table: READINESS,
  owner: 'owner_id',
  indexes: ['create index on {schema}.readiness_check (due_at, post_id) where due_at is not null'],
  keyOf: ({ data }) => data.postId,
  fold: foldReadinessRow,
});
export const READINESS_VIEW = readViewOf(readinessChecks, 'readiness_check');
