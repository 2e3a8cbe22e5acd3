import type { Platform } from '@posthorn/contracts/shared/platform';
import { folding } from '@posthorn/event-sourcing';
import type { CrashPoints } from '#infrastructure/config/crash-points.ts';
import { asStored, isoOf } from '#infrastructure/database/instants.ts';
import { dueAfter } from '#infrastructure/effects/attempt/due-after.ts';
import type { LoggedEvent } from '#infrastructure/event-log/logged-event.ts';
import type { Projection } from '#infrastructure/readers/projection.ts';
import type { PoolClient } from 'pg';
import type { PostEvent, TargetAccount } from '../../domain/post/post-events.ts';
import type { PublicationEvent } from '../../domain/publication/publication-events.ts';
import { moveOf } from '../../domain/publication/publication-moves.ts';
import type { PublishingTimes } from '../../domain/publication/publishing-times.ts';
import { DUE } from '../targets/target-rows.ts';

type DueEvent = PostEvent | PublicationEvent;

/** The state of one target according to its events, and when a worker must handle it. */
export type DueTarget = Readonly<{
  post_id: number;
  account_id: number;
  owner_id: string;
  platform: Platform;
  /** The scheduled time of the post; null when only events of the publication were read. */
  scheduled_for: string | null;
  /**
   * When the search for a second copy or the public id is due; null: none is planned. It is kept while the post is archived.
   */
  look_again_at: string | null;
  /** Null: no work is due. The target waits for a person, or the post was deleted or archived. */
  due_at: string | null;
  /**
   * `gone`: the post was deleted before publishing started. `posted`: the target is published, and a search
   * for a second copy or its public id is planned. `given-up`: the post was archived with an outcome that only a person can find
   * out.
   */
  state: 'open' | 'unknown' | 'gone' | 'posted' | 'given-up';
  /** Since when the target has this state. */
  since: string;
}>;

/** The targets of one post that have a row, by account. */
type OpenTargets = ReadonlyMap<number, DueTarget>;

type DatedDueEvent = Pick<LoggedEvent<DueEvent>, 'meta'> & DueEvent;

const movedTo = (
  open: OpenTargets,
  { data: { scheduledFor } }: Readonly<{ data: Readonly<{ scheduledFor: string }> }>,
): OpenTargets =>
  mapTargets(open, (due) => ({
    ...due,
    scheduled_for: scheduledFor,
    due_at: due.state === 'open' ? scheduledFor : null,
  }));

/** The rows of a post after one event. */
export const dueRowsAfter = folding<OpenTargets, DatedDueEvent, [times: PublishingTimes]>({
  PostScheduled: (_, event) =>
    new Map(event.data.targets.map((target) => [target.accountId, openTarget(event, target)])),
  // Publishing has not started, so a removed account has no open outcome and needs no row.
  PostTargetsChanged: (open, event) =>
    new Map(
      event.data.targets.map((target) => [
        target.accountId,
        open.get(target.accountId) ?? openTarget(event, target),
      ]),
    ),
  PostRescheduled: movedTo,
  ScheduleRecomputed: movedTo,
  PostCancelled: (open) => mapTargets(open, (due) => ({ ...due, due_at: null, state: 'gone' })),
  // For an archived post, no search for a second copy runs. But the outcome of a call that was made is still
  // looked up.
  PostArchived: (open) =>
    mapTargets(open, (due) => {
      if (due.state === 'unknown' && due.due_at === null) return { ...due, state: 'given-up' };
      return due.state === 'posted' ? { ...due, due_at: null } : due;
    }),
  PostRestored: (open) =>
    mapTargets(open, (due) => {
      if (due.state === 'gone') return { ...due, due_at: due.scheduled_for, state: 'open' };
      if (due.state === 'given-up') return { ...due, state: 'unknown' };
      return due.state === 'posted' ? { ...due, due_at: due.look_again_at } : due;
    }),
  PublishAttemptStarted: (open, event, times) => withDue(open, event, times),
  PublishAttemptNotStarted: (open, event, times) => withDue(open, event, times),
  PublishAccepted: (open, event, times) => withDue(open, event, times),
  PublishPostponed: (open, event, times) => withDue(open, event, times),
  PlatformPublishFailed: (open, event, times) =>
    event.data.retryable ? withDue(open, event, times) : withoutTarget(open, event),
  PlatformPublishUnknown: (open, event, times) => withDue(open, event, times, 'unknown'),
  PublishLookedUp: (open, event, times) => withDue(open, event, times, 'unknown'),
  PublicationResumed: (open, event, times) =>
    event.data.nextAt === null ? open : withDue(open, event, times),
  PublishRetryRequested: (open, event, times) =>
    withDue(open, event, times, event.data.lookUntil === undefined ? 'open' : 'unknown'),
  PlatformPublished: (open, event, times) =>
    event.data.lookAgainAt === undefined
      ? withoutTarget(open, event)
      : withDue(open, event, times, 'posted', event.data.lookAgainAt),
  DuplicateSearchEnded: withoutTarget,
  PublicIdAssigned: withoutTarget,
  PublicIdSearchEnded: withoutTarget,
  PublicationCancelled: withoutTarget,
});

type WithTargets = Extract<DatedDueEvent, { type: 'PostScheduled' | 'PostTargetsChanged' }>;

const openTarget = (
  { data: { postId, ownerId, scheduledFor }, meta }: WithTargets,
  { accountId, platform }: TargetAccount,
): DueTarget => ({
  post_id: postId,
  account_id: accountId,
  owner_id: ownerId,
  platform,
  scheduled_for: scheduledFor,
  look_again_at: null,
  due_at: scheduledFor,
  state: 'open',
  since: meta.at,
});

const mapTargets = (open: OpenTargets, change: (due: DueTarget) => DueTarget): OpenTargets =>
  new Map([...open].map(([accountId, due]) => [accountId, change(due)]));

type OfTarget = PublicationEvent & Pick<LoggedEvent<PublicationEvent>, 'meta'>;

/**
 * Each event of a publication contains everything that its row needs. So the next event restores a missing
 * row.
 */
function withDue(
  open: OpenTargets,
  event: OfTarget,
  times: PublishingTimes,
  state: DueTarget['state'] = 'open',
  dueAt = dueAfter(moveOf(event), event.meta.at, times),
): OpenTargets {
  const { data, meta } = event;
  const before = open.get(data.accountId);
  const due: DueTarget = {
    post_id: data.postId,
    account_id: data.accountId,
    owner_id: data.ownerId,
    platform: data.platform,
    scheduled_for: before?.scheduled_for ?? null,
    look_again_at: state === 'posted' ? dueAt : null,
    due_at: dueAt,
    state,
    since: before?.state === state ? before.since : meta.at,
  };
  return new Map(open).set(data.accountId, due);
}

function withoutTarget(open: OpenTargets, { data }: Pick<OfTarget, 'data'>): OpenTargets {
  const rest = new Map(open);
  rest.delete(data.accountId);
  return rest;
}

const INSTANTS = ['scheduled_for', 'look_again_at', 'due_at', 'since'] as const;
const COLUMNS = `post_id bigint, account_id bigint, owner_id text, platform text, scheduled_for timestamptz,
  look_again_at timestamptz, due_at timestamptz, state text, since timestamptz`;

/**
 * The read model with the due time of each target. Events do not write the lease columns, so updates and
 * rebuilds keep them.
 */
export const publishingDue = (crash: CrashPoints, times: PublishingTimes): Projection<DueEvent> => ({
  ...DUE,
  categories: ['post', 'publication'],
  types: dueRowsAfter.types,
  tables: {
    publishing_due: `${COLUMNS}, lease_owner text, lease_until timestamptz, primary key (post_id, account_id)`,
  },
  personal: { publishing_due: 'owner_id' },
  indexes: [
    'create index on {schema}.publishing_due (platform, due_at, post_id, account_id) where due_at is not null',
  ],
  lookups: { publishing_due: ['account_id'] },
  leases: {
    publishing_due: { key: ['post_id', 'account_id'], columns: ['lease_owner', 'lease_until'] },
  },
  async apply(tx, events) {
    const posts = await openTargets(tx, [...new Set(events.map(({ data }) => data.postId))]);
    const changed = new Map<string, DueTarget>();
    const removed = new Map<string, Readonly<{ post_id: number; account_id: number }>>();
    for (const event of events) {
      const { postId } = event.data;
      const before: OpenTargets = posts.get(postId) ?? new Map<number, DueTarget>();
      const after = dueRowsAfter(before, event, times);
      posts.set(postId, after);
      for (const [accountId, due] of after) {
        if (before.get(accountId) === due) continue;
        changed.set(keyOf(due), due);
        removed.delete(keyOf(due));
      }
      for (const [accountId, due] of before) {
        if (after.has(accountId)) continue;
        removed.set(keyOf(due), due);
        changed.delete(keyOf(due));
      }
    }
    await write(tx, [...changed.values()], [...removed.values()]);
    crash.reached('projection');
    return [];
  },
});

const keyOf = (due: Readonly<{ post_id: number; account_id: number }>): string =>
  `${String(due.post_id)}-${String(due.account_id)}`;

/** Locks rows in the order of their keys, like the renewal of leases, so that both cannot deadlock. */
async function openTargets(tx: PoolClient, postIds: readonly number[]): Promise<Map<number, OpenTargets>> {
  const { rows } = await tx.query<DueTarget>(
    `select post_id::float8, account_id::float8, owner_id, platform, state,
       ${INSTANTS.map((name) => `${isoOf(name)} as ${name}`).join(', ')}
     from publishing_due where post_id = any($1::bigint[]) order by publishing_due.post_id, publishing_due.account_id for update`,
    [postIds],
  );
  const posts = new Map<number, Map<number, DueTarget>>();
  for (const due of rows) {
    const open = posts.get(due.post_id) ?? new Map<number, DueTarget>();
    posts.set(due.post_id, open.set(due.account_id, due));
  }
  return posts;
}

async function write(
  tx: PoolClient,
  changed: readonly DueTarget[],
  removed: readonly Readonly<{ post_id: number; account_id: number }>[],
): Promise<void> {
  if (changed.length > 0) {
    await tx.query(
      `insert into publishing_due (post_id, account_id, owner_id, platform, scheduled_for, look_again_at, due_at, state, since)
       select post_id, account_id, owner_id, platform, scheduled_for, look_again_at, due_at, state, since
       from json_to_recordset($1::json) as r(${COLUMNS}) order by post_id, account_id
       on conflict (post_id, account_id) do update set
         owner_id = excluded.owner_id, platform = excluded.platform, scheduled_for = excluded.scheduled_for,
         look_again_at = excluded.look_again_at, due_at = excluded.due_at, state = excluded.state, since = excluded.since`,
      [JSON.stringify(changed.map((due) => asStored(due, INSTANTS)))],
    );
  }
  if (removed.length > 0) {
    await tx.query(
      `delete from publishing_due d using json_to_recordset($1::json) as g(post_id bigint, account_id bigint)
       where d.post_id = g.post_id and d.account_id = g.account_id`,
      [JSON.stringify(removed)],
    );
  }
}
