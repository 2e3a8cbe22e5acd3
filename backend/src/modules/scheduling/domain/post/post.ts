import { NO_OPTIONAL_WORDS, optionalWordsOf } from '@posthorn/contracts/scheduling/optional-words';
import { POST } from '@posthorn/contracts/scheduling/posts.http';
import { byteLength } from '@posthorn/contracts/shared/text';
import { assertNever, type Stream } from '@posthorn/event-sourcing';
import {
  AlreadyPublished,
  AlreadyPublishing,
  TargetTextsAreTooLong,
  PostIsNotDue,
  PostNotFound,
  PostWasChanged,
  ScheduledTimeIsPast,
  ScheduledTimeIsTooLate,
} from './post-errors.ts';
import {
  postEvent,
  postShapes,
  type PostBody,
  type PostArchived,
  type PostCancelled,
  type PostEdited,
  type PostEvent,
  type PostPublishingStarted,
  type PostRescheduled,
  type PostRestored,
  type PostScheduled,
  type PostTargetsChanged,
  type PublishedPostEdited,
  type ScheduleRecomputed,
  type TargetAccount,
  type Timing,
} from './post-events.ts';

/** The first instant that is too late, in milliseconds since 1970. */
const TOO_LATE = Date.parse(POST.scheduledBefore);

export type Post = Readonly<{
  status: 'new' | 'scheduled' | 'publishing' | 'deleted' | 'archived';
  /** 0 while the post is new. */
  postId: number;
  ownerId: string;
  body: PostBody;
  /** The changes after publishing ended; null: none. `body` stays as it was frozen. */
  changedSince: Pick<PostBody, 'title' | 'aiRepliesEnabled'> | null;
  scheduledFor: string;
  timezone: string | null;
  localTime: string | null;
  targets: readonly TargetAccount[];
  /** The hash of the frozen content; null until publishing has started. */
  contentHash: string | null;
  withSuffix: boolean;
  /**
   * The accounts whose text gets the suffix (see `PostPublishingStarted`); empty until publishing has
   * started.
   */
  suffixOn: readonly number[];
  startedAt: string | null;
  /**
   * The version of the time zone data that last changed `scheduledFor`; null: the instant was never
   * recomputed.
   */
  zoneData: string | null;
}>;

export const postStream: Stream<Post, PostEvent> = {
  category: 'post',
  initial: {
    status: 'new',
    postId: 0,
    ownerId: '',
    body: { content: '', ...NO_OPTIONAL_WORDS, media: [], aiRepliesEnabled: false, perTarget: [] },
    changedSince: null,
    scheduledFor: '',
    timezone: null,
    localTime: null,
    targets: [],
    contentHash: null,
    withSuffix: false,
    suffixOn: [],
    startedAt: null,
    zoneData: null,
  },
  evolve(post, event) {
    switch (event.type) {
      case 'PostScheduled': {
        const { postId, ownerId, targets } = event.data;
        return {
          ...post,
          status: 'scheduled',
          postId,
          ownerId,
          targets,
          body: bodyOf(event.data),
          ...timingOf(event.data),
        };
      }
      case 'PostEdited':
        return { ...post, body: bodyOf(event.data) };
      case 'PublishedPostEdited': {
        const { title, aiRepliesEnabled } = event.data;
        return { ...post, changedSince: { title, aiRepliesEnabled } };
      }
      case 'PostTargetsChanged':
        return { ...post, targets: event.data.targets };
      case 'PostRescheduled':
        return { ...post, ...timingOf(event.data) };
      case 'ScheduleRecomputed':
        return { ...post, ...timingOf(event.data), zoneData: event.data.zoneData };
      case 'PostCancelled':
        return { ...post, status: 'deleted' };
      case 'PostArchived':
        return { ...post, status: 'archived' };
      case 'PostRestored':
        return { ...post, status: post.startedAt === null ? 'scheduled' : 'publishing' };
      case 'PostPublishingStarted': {
        const { contentHash, withSuffix, suffixOn, targets, startedAt } = event.data;
        return { ...post, status: 'publishing', contentHash, withSuffix, suffixOn, targets, startedAt };
      }
      default:
        return assertNever(event);
    }
  },
  shapes: postShapes,
};

export const bodyOf = ({ content, media, aiRepliesEnabled, perTarget, ...optional }: PostBody): PostBody => ({
  content,
  ...optionalWordsOf(optional),
  media,
  aiRepliesEnabled,
  perTarget,
});

export const timingOf = ({ scheduledFor, timezone, localTime }: Timing): Timing => ({
  scheduledFor,
  timezone,
  localTime,
});

/** The ids of all accounts that a post has or ever had, each once. */
export const allAccountIds = (
  events: readonly Readonly<{ type: string; data: object }>[],
): readonly number[] => [
  ...new Set(
    (events as readonly PostEvent[]).flatMap(({ type, data }) =>
      type === 'PostScheduled' || type === 'PostTargetsChanged'
        ? data.targets.map(({ accountId }) => accountId)
        : [],
    ),
  ),
];

/**
 * The current time for a decision. A time that passed at most `tolerance` milliseconds ago still counts as
 * now.
 */
export type DecisionTime = Readonly<{ now: Date; tolerance: number }>;

/** @throws TargetTextsAreTooLong, ScheduledTimeIsPast, ScheduledTimeIsTooLate, PostNotFound when the id is another user's post */
export function schedule(post: Post, data: PostScheduled['data'], moment: DecisionTime): PostScheduled[] {
  // A second run adds nothing: the writer decides again after a conflict, and a client may repeat a request.
  if (post.status !== 'new') {
    refuseStranger(post, data.ownerId);
    return [];
  }
  refuseLongTargetTexts(data);
  refusePast(data, moment);
  refuseTooLate(data);
  return [postEvent('PostScheduled', data)];
}

export type Change = Readonly<{
  actorId: string;
  body: PostBody;
  /** The accounts of the post after the change. */
  targets: readonly TargetAccount[];
  timing: Timing;
  /**
   * Every target of a started post is in an end state. In this case, the title and the automatic replies may still
   * change.
   */
  settled: boolean;
  /** The post was changed after the client had read it. */
  isOutdated: boolean;
}>;

/** The content that the owner sees: the body with the changes after publishing ended. */
export const shownBody = ({ body, changedSince }: Post): PostBody => ({ ...body, ...changedSince });

type PostChange = PostTargetsChanged | PostEdited | PostRescheduled | PublishedPostEdited;

/**
 * Returns up to three events: for the accounts, the content and the time. An unchanged time may be past,
 * because a due post can still be edited. A repeated change is never outdated: the client may repeat it
 * because the response was lost. After publishing has ended, only the title and the automatic replies can
 * change.
 * @throws PostNotFound, AlreadyPublishing, AlreadyPublished, PostWasChanged, TargetTextsAreTooLong,
 * ScheduledTimeIsPast, ScheduledTimeIsTooLate
 */
export function edit(post: Post, change: Change, moment: DecisionTime): PostChange[] {
  refuseStranger(post, change.actorId);
  if (post.status === 'deleted' || post.status === 'archived') throw new PostNotFound();
  if (post.status === 'publishing') return editPublished(post, change);
  const { postId, ownerId, scheduledFor } = post;
  const events: PostChange[] = [];
  const isContentChanged = !same(bodyOf(change.body), bodyOf(post.body));
  const isTimeChanged = !same(timingOf(change.timing), timingOf(post));
  const areAccountsChanged = !same(accountsIn(change.targets), accountsIn(post.targets));
  if (change.isOutdated && (isContentChanged || isTimeChanged || areAccountsChanged))
    throw new PostWasChanged();
  if (areAccountsChanged) {
    const { targets } = change;
    events.push(postEvent('PostTargetsChanged', { postId, ownerId, targets, scheduledFor }));
  }
  if (isContentChanged) {
    refuseLongTargetTexts(change.body);
    events.push(postEvent('PostEdited', { postId, ownerId, ...bodyOf(change.body) }));
  }
  if (isTimeChanged) {
    if (change.timing.scheduledFor !== scheduledFor) refusePast(change.timing, moment);
    refuseTooLate(change.timing);
    events.push(postEvent('PostRescheduled', { postId, ownerId, ...timingOf(change.timing) }));
  }
  return events;
}

function editPublished(
  post: Post,
  { body, targets, timing, settled, isOutdated }: Change,
): PublishedPostEdited[] {
  if (!settled) throw new AlreadyPublishing();
  const { postId, ownerId } = post;
  const before = bodyOf(shownBody(post));
  const { title, aiRepliesEnabled } = body;
  const frozenFieldsAreUnchanged =
    same(bodyOf(body), { ...before, title, aiRepliesEnabled }) &&
    same(accountsIn(targets), accountsIn(post.targets));
  if (!frozenFieldsAreUnchanged || !same(timingOf(timing), timingOf(post))) throw new AlreadyPublished();
  if (same(bodyOf(body), before)) return [];
  if (isOutdated) throw new PostWasChanged();
  return [postEvent('PublishedPostEdited', { postId, ownerId, title, aiRepliesEnabled })];
}

/**
 * Deletes a post whose publishing has not started. Archives a started post if `settled`: all its targets have
 * ended. A repeated call adds nothing.
 * @throws PostNotFound, AlreadyPublishing while a target has not ended, AlreadyPublished when
 * `onlyUnpublished` is set and publishing ended
 */
export function remove(
  post: Post,
  actorId: string,
  settled: boolean,
  onlyUnpublished = false,
): (PostCancelled | PostArchived)[] {
  refuseStranger(post, actorId);
  const { postId, ownerId } = post;
  switch (post.status) {
    case 'scheduled':
      return [postEvent('PostCancelled', { postId, ownerId })];
    case 'publishing':
      if (!settled) throw new AlreadyPublishing();
      if (onlyUnpublished) throw new AlreadyPublished();
      return [postEvent('PostArchived', { postId, ownerId })];
    case 'new':
    case 'deleted':
    case 'archived':
      return [];
  }
}

/** @throws PostNotFound, ScheduledTimeIsPast for a deleted post whose time has passed */
export function restore(post: Post, actorId: string, moment: DecisionTime): PostRestored[] {
  refuseStranger(post, actorId);
  if (post.status !== 'deleted' && post.status !== 'archived') return [];
  if (post.status === 'deleted') refusePast(post, moment);
  const { postId, ownerId } = post;
  return [postEvent('PostRestored', { postId, ownerId })];
}

/**
 * Records the new instant of the same local time under newer time zone data. Older data does not undo newer
 * data: `2030b` is newer than `2030a`.
 */
export function recompute(post: Post, scheduledFor: string, zoneData: string): ScheduleRecomputed[] {
  if (post.status !== 'scheduled' || post.scheduledFor === scheduledFor) return [];
  if (post.zoneData !== null && post.zoneData > zoneData) return [];
  const { postId, ownerId, timezone, localTime, scheduledFor: before } = post;
  const data = { postId, ownerId, scheduledFor, timezone, localTime, before, zoneData };
  return [postEvent('ScheduleRecomputed', data)];
}

/**
 * Freezes the post. Adds nothing while the post is publishing. The caller appends at an exact revision, so
 * the append fails if an edit or a deletion came first.
 * @throws PostIsNotDue when the post was deleted, archived or moved to a later time
 */
export function startPublishing(
  post: Post,
  {
    contentHash,
    withSuffix,
    suffixOn,
    now,
  }: Readonly<{ contentHash: string; withSuffix: boolean; suffixOn: readonly number[]; now: Date }>,
): PostPublishingStarted[] {
  if (post.status === 'publishing') return [];
  if (post.status !== 'scheduled' || Date.parse(post.scheduledFor) > now.getTime()) throw new PostIsNotDue();
  const { postId, ownerId, targets } = post;
  const startedAt = now.toISOString();
  const data = { postId, ownerId, contentHash, withSuffix, suffixOn, targets, startedAt };
  return [postEvent('PostPublishingStarted', data)];
}

function refuseStranger(post: Post, actorId: string): void {
  if (post.status === 'new' || post.ownerId !== actorId) throw new PostNotFound();
}

function refusePast({ scheduledFor }: Pick<Timing, 'scheduledFor'>, { now, tolerance }: DecisionTime): void {
  if (Date.parse(scheduledFor) < now.getTime() - tolerance) throw new ScheduledTimeIsPast();
}

/**
 * Event logs limit the size of an event, and one event contains the whole body. This measures the JSON, because escaping
 * makes control characters longer.
 */
function refuseLongTargetTexts({ perTarget }: Pick<PostBody, 'perTarget'>): void {
  if (byteLength(JSON.stringify(perTarget)) > POST.ownTextsBytesMax) throw new TargetTextsAreTooLong();
}

/** From the year 10000 on, JavaScript, databases and platforms use different formats for instants. */
function refuseTooLate({ scheduledFor }: Pick<Timing, 'scheduledFor'>): void {
  if (Date.parse(scheduledFor) >= TOO_LATE) throw new ScheduledTimeIsTooLate();
}

const accountsIn = (targets: readonly TargetAccount[]): number[] =>
  targets.map(({ accountId }) => accountId).sort((a, b) => a - b);

/** Logs may return keys in another order, but not the keys of encrypted fields. The same functions built all other objects here. */
const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

export type { PostBody, MediaRef, TargetContent, PostEvent, TargetAccount, Timing } from './post-events.ts';
