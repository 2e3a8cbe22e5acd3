import { assertNever } from '@posthorn/event-sourcing';
import { keyedRows } from '#infrastructure/projections/keyed-rows.ts';
import type { Projection } from '#infrastructure/projections/projection.ts';
import { postStream, type PostEvent } from '../../domain/post/post.ts';
import type { PublicationEvent, PublicationResumed } from '../../domain/publication/publication-events.ts';
import { publicationStream } from '../../domain/publication/publication.ts';

type ReadinessEvent = PostEvent | PublicationEvent;

/** A post whose publishing has not begun. */
export type ReadinessRow = Readonly<{
  post_id: number;
  owner_id: string;
  scheduled_for: string;
  /** Null while it is deleted. */
  due_at: string | null;
  /** Counts what a check may see differently: a new time, new words, an account that came back. */
  version: number;
}>;

const matters = (event: ReadinessEvent): event is PostEvent | PublicationResumed =>
  !('accountId' in event.data) || event.type === 'PublicationResumed';

/** Which posts are to be checked before they are due. */
export function foldReadinessRow(
  row: ReadinessRow | undefined,
  event: ReadinessEvent,
): ReadinessRow | undefined {
  if (!matters(event)) return row;
  if (event.type === 'PostScheduled') {
    const { postId, ownerId, scheduledFor } = event.data;
    return {
      post_id: postId,
      owner_id: ownerId,
      scheduled_for: scheduledFor,
      due_at: scheduledFor,
      version: 1,
    };
  }
  if (!row) return undefined;
  const next = { ...row, version: row.version + 1 };
  switch (event.type) {
    case 'PostRescheduled':
    case 'ScheduleRecomputed': {
      const { scheduledFor } = event.data;
      return { ...next, scheduled_for: scheduledFor, due_at: row.due_at === null ? null : scheduledFor };
    }
    case 'PostEdited':
    case 'PublicationResumed':
      return next;
    case 'PostCancelled':
      return { ...next, due_at: null };
    case 'PostRestored':
      return { ...next, due_at: row.scheduled_for };
    case 'PostArchived':
    case 'PostPublishingStarted':
      return undefined;
    default:
      return assertNever(event);
  }
}

/** The last three columns come from no event: a rebuild carries them over. */
export const readinessChecks: Projection<ReadinessEvent> = {
  name: 'scheduling.readiness-checks',
  version: 1,
  categories: [postStream.category, publicationStream.category],
  tables: {
    readiness_check: `post_id bigint primary key, owner_id text not null, scheduled_for timestamptz not null,
      due_at timestamptz, version int not null, checked int, lease_owner text, lease_until timestamptz`,
  },
  personal: { readiness_check: 'owner_id' },
  indexes: ['create index on {schema}.readiness_check (due_at, post_id) where due_at is not null'],
  leases: {
    readiness_check: { key: ['post_id'], columns: ['checked', 'lease_owner', 'lease_until'] },
  },
  apply: keyedRows<ReadinessRow, ReadinessEvent>({
    table: 'readiness_check',
    isLeased: true,
    key: 'post_id',
    keyOf: (event) => (matters(event) ? event.data.postId : null),
    columns: {
      post_id: 'bigint',
      owner_id: 'text',
      scheduled_for: 'timestamptz',
      due_at: 'timestamptz',
      version: 'int',
    },
    fold: foldReadinessRow,
  }),
};
