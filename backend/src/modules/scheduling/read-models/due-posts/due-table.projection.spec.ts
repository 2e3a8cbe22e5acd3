import { NO_OPTIONAL_WORDS } from '@posthorn/contracts/scheduling/optional-words';
import { CrashPoints } from '#infrastructure/config/crash-points.ts';
import { expect, it } from '@jest/globals';
import {
  at,
  notStarted,
  published,
  retrying,
  started,
  unknown,
  failed,
  deletionRequested,
  resumedAt,
  scheduledFor,
  target,
  waiting,
  warned,
} from '../../domain/publication/testing/publication-samples.ts';
import { eventAbout } from '../../domain/publication/event-about.ts';
import { postEvent, type PostEvent } from '../../domain/post/post-events.ts';
import { postStream } from '../../domain/post/post.ts';
import type { PublicationEvent } from '../../domain/publication/publication-events.ts';
import { publicationStream } from '../../domain/publication/publication.ts';
import { PUBLISHING_TIMES } from '../../domain/publication/publishing-times.ts';
import { dueRowsAfter, publishingDue, type DueTarget } from './due-table.projection.ts';

const key = { postId: 7, ownerId: 'ana' };
const timing = { scheduledFor, timezone: null, localTime: null };
const postBody = {
  content: 'Hello',
  ...NO_OPTIONAL_WORDS,
  media: [],
  aiRepliesEnabled: false,
  perTarget: [],
};
const scheduled: PostEvent = postEvent('PostScheduled', {
  ...key,
  ...postBody,
  ...timing,
  targets: [
    { accountId: 3, platform: 'mastodon' },
    { accountId: 4, platform: 'bluesky' },
  ],
});
const cancelled: PostEvent = postEvent('PostCancelled', key);
const archived: PostEvent = postEvent('PostArchived', key);
const restored: PostEvent = postEvent('PostRestored', key);
/** A published post with a planned search for a second copy. */
const publishedWithSearch = (lookAgainAt: string): PublicationEvent => {
  const { data, ...type } = published('answer', 1);
  return { ...type, data: { ...data, lookAgainAt } };
};

const searched = eventAbout({ target }, 'DuplicateSearchEnded', { result: 'none', endedAt: at(901) });

const meta = {
  at: at(0),
  schema: 1,
  chain: '',
  actor: { kind: 'system', id: 'spec' },
  correlationId: 'c',
  causationId: 'c',
} as const;

/** The rows of a post after these events, by account. */
function rows(...events: (PostEvent | PublicationEvent)[]): ReadonlyMap<number, DueTarget> {
  return events.reduce<ReadonlyMap<number, DueTarget>>(
    (before, event) => dueRowsAfter(before, { ...event, meta }, PUBLISHING_TIMES),
    new Map(),
  );
}

/** When each account of the post is due after these events. */
function dueTimes(...events: (PostEvent | PublicationEvent)[]): Record<number, string | null> {
  return Object.fromEntries([...rows(...events)].map(([accountId, { due_at }]) => [accountId, due_at]));
}

it('adds a row for an added account, and deletes the row of a removed account', () => {
  const changed = postEvent('PostTargetsChanged', {
    ...key,
    targets: [
      { accountId: 4, platform: 'bluesky' },
      { accountId: 5, platform: 'threads' },
    ],
    scheduledFor,
  });
  expect(dueTimes(scheduled, changed)).toEqual({ 4: scheduledFor, 5: scheduledFor });
  expect(rows(changed).get(5)).toMatchObject({ owner_id: 'ana', platform: 'threads', state: 'open' });
});

it('makes each account of a post due at its time', () => {
  expect(dueTimes(scheduled)).toEqual({ 3: scheduledFor, 4: scheduledFor });
});

it('changes the due time when the post is moved', () => {
  const moved: PostEvent = postEvent('PostRescheduled', { ...key, ...timing, scheduledFor: at(60) });
  expect(dueTimes(scheduled, moved)).toEqual({ 3: at(60), 4: at(60) });
});

it('makes a deleted post not due, and due again when the deletion is undone', () => {
  expect(dueTimes(scheduled, cancelled)).toEqual({ 3: null, 4: null });
  expect(dueTimes(scheduled, cancelled, restored)).toEqual({ 3: scheduledFor, 4: scheduledFor });
});

it('moves a deleted post without making it due', () => {
  const moved: PostEvent = postEvent('ScheduleRecomputed', {
    ...key,
    ...timing,
    scheduledFor: at(60),
    before: scheduledFor,
    zoneData: '2026c',
  });
  expect(dueTimes(scheduled, cancelled, moved)).toEqual({ 3: null, 4: null });
  expect(dueTimes(scheduled, cancelled, moved, restored)).toEqual({ 3: at(60), 4: at(60) });
});

it('makes a running attempt due at its deadline, and does not change the other account', () => {
  expect(dueTimes(scheduled, started())).toEqual({ 3: at(30), 4: scheduledFor });
});

it('makes a failed try due at its retry', () => {
  expect(dueTimes(scheduled, started(), retrying(60))).toEqual({ 3: at(60), 4: scheduledFor });
});

it('makes an unknown outcome due at its next look-up, or not due when a person must decide', () => {
  expect(dueTimes(scheduled, started(), unknown(at(32)))[3]).toBe(at(32));
  expect(dueTimes(scheduled, started(), unknown(null))[3]).toBeNull();
});

it('deletes the row of a target that has ended', () => {
  expect(dueTimes(scheduled, started(), published('answer', 1))).toEqual({ 4: scheduledFor });
  expect(dueTimes(scheduled, started(), failed())).toEqual({ 4: scheduledFor });
});

it('plans the search for a second copy of a post that is not archived, and again after a restore', () => {
  const events = [scheduled, started(), publishedWithSearch(at(900))];
  expect(dueTimes(...events)).toMatchObject({ 3: at(900) });
  expect(dueTimes(...events, archived)).toMatchObject({ 3: null });
  expect(dueTimes(...events, archived, restored)).toMatchObject({ 3: at(900) });
  expect(dueTimes(...events, archived, restored, archived, restored)).toMatchObject({ 3: at(900) });
  expect(dueTimes(...events, archived, searched, restored)[3]).toBeUndefined();
});

it('keeps the planned time of an archived post', () => {
  const events = [scheduled, started(), publishedWithSearch(at(900)), archived];
  expect(rows(...events).get(3)).toMatchObject({
    scheduled_for: scheduledFor,
    look_again_at: at(900),
    due_at: null,
  });
});

it('keeps a started attempt due when its post is archived', () => {
  expect(dueTimes(scheduled, started(), unknown(at(32)), archived)[3]).toBe(at(32));
  expect(dueTimes(scheduled, started(), unknown(at(32)), archived, restored)[3]).toBe(at(32));
});

it('no longer counts an unknown outcome as open when its owner archives the post, until the post is restored', () => {
  const events = [scheduled, started(), unknown(null), archived];
  expect(rows(...events).get(3)).toMatchObject({ state: 'given-up', due_at: null });
  expect(rows(...events, restored).get(3)).toMatchObject({ state: 'unknown', due_at: null });
});

it('makes a target that has ended due when a person requests a retry', () => {
  const retryRequested: PublicationEvent = {
    type: 'PublishRetryRequested',
    schema: 2,
    data: { postId: 7, accountId: 3, ownerId: 'ana', platform: 'mastodon', requestedAt: at(99) },
  };
  expect(dueTimes(scheduled, started(), failed(), retryRequested)).toEqual({ 3: at(99), 4: scheduledFor });
});

it('makes a target that waits for its account due every 15 minutes, and immediately after a new connection', () => {
  expect(dueTimes(scheduled, waiting())[3]).toBe(at(900));
  expect(dueTimes(scheduled, waiting(), resumedAt(60))[3]).toBe(at(60));
  expect(dueTimes(scheduled, warned(), resumedAt(-60, false))[3]).toBe(scheduledFor);
});

it('ignores the deletion of a post on its platform', () => {
  expect(dueTimes(scheduled, published('answer', 1), deletionRequested(10), resumedAt(20, false))).toEqual({
    4: scheduledFor,
  });
});

it('makes a target due again after an attempt that was not started', () => {
  expect(dueTimes(scheduled, started(), notStarted(7))).toMatchObject({ 3: at(7) });
  expect(dueTimes(scheduled, started(), unknown(null), notStarted(7))).toMatchObject({ 3: at(7) });
});

const types = Object.keys({ ...postStream.shapes, ...publicationStream.shapes });
const handled: readonly string[] = publishingDue(new CrashPoints({}), PUBLISHING_TIMES).types ?? types;
const others = types.filter((type) => !handled.includes(type));
it.each(others)('does not change a row for %s, because a rebuild does not read this type', (type) => {
  const ignored = { type, schema: 1, data: { ...target } } as unknown as PublicationEvent;
  const open = dueRowsAfter(new Map(), { ...scheduled, meta }, PUBLISHING_TIMES);
  expect(dueRowsAfter(open, { ...ignored, meta }, PUBLISHING_TIMES)).toBe(open);
});
