import { isDuplicate, mayBeThereTwice, type Copy } from './copies.ts';
import type {
  NotStartedReason,
  PlatformPublished,
  PlatformPublishFailed,
  PlatformPublishUnknown,
  PublicationEvent,
  PublishLookedUp,
  Target,
  UnknownCause,
} from './publication-events.ts';
import { publicationShapes } from './publication-events.ts';
import type { Attempt, Publication } from './publication.ts';
import { isLong, isLongest } from './story.ts';
import { retryWait, unusedWait, type PublishingTimes } from './publishing-times.ts';

/** What came back from the one call. */
export type CallOutcome =
  | Readonly<{ kind: 'published'; remoteId: string; permalink: string | null }>
  | Readonly<{ kind: 'accepted'; handle: string }>
  | Refusal
  | Readonly<{ kind: 'postponed'; reason: string; words: string | null; until: string }>
  | Readonly<{ kind: 'unknown'; cause: UnknownCause; words: string | null }>;
export type Refusal = Readonly<{ kind: 'refused'; reason: string; words: string | null; retryable: boolean }>;

export type LookUpOutcome =
  | Readonly<{ kind: 'published'; remoteId: string; permalink: string | null }>
  | Readonly<{ kind: 'absent' }>
  | Readonly<{ kind: 'pending'; until?: string }>
  | Refusal
  | Readonly<{ kind: 'failed'; words: string | null; until?: string }>
  | Readonly<{ kind: 'cannot-tell' }>;

/** How a platform may be repeated after an unknown outcome. */
type RepeatRule = 'always' | 'after-negative-check' | 'never';

/** What a decision needs beside the facts. `due` is the post's time; `random` is in [0, 1). */
export type Circumstances = Readonly<{
  target: Target;
  due: string;
  now: Date;
  rule: RepeatRule;
  /** Milliseconds: how late the platform may show a post that it has. */
  visibility: number;
  /** A call that arrives after it was repeated makes no second post there. */
  isHarmlessWhenLate: boolean;
  /** Own posts can be listed there, so that a second one is found. */
  listsPosts: boolean;
  random: number;
  times: PublishingTimes;
}>;

/** The reason of whatever waits until its account has been connected again. */
export const RECONNECT = 'reconnect';
export const ACCOUNT_IS_GONE = {
  reason: 'account-missing',
  words: null,
  retryable: false,
  retryAt: null,
} as const;

const iso = (millis: number): string => new Date(millis).toISOString();

/** After this instant an unpublished target fails. A person's wish for another try begins the time anew. */
export const giveUpAt = (publication: Publication, { due, times }: Circumstances): number =>
  Date.parse(publication.askedAgainAt ?? due) + times.giveUp;

/**
 * What a call's outcome makes of the attempt. A post that is there is there, whoever learns it and however late; any
 * other outcome counts only while nobody has settled this attempt.
 */
export function settle(
  publication: Publication,
  attemptId: string,
  outcome: CallOutcome,
  c: Circumstances,
): PublicationEvent[] {
  if (outcome.kind === 'published') return published(publication, attemptId, outcome, 'answer', c);
  const { attempt, status } = publication;
  if (attempt?.attemptId !== attemptId || (status !== 'attempting' && status !== 'unknown')) return [];
  switch (outcome.kind) {
    case 'refused':
      // "Duplicate" is a hint that an earlier attempt went through, so it is looked up before anybody is told "failed".
      if (outcome.reason === 'duplicate')
        return unknown(publication, attempt, { cause: 'duplicate', words: outcome.words }, c);
      // The one before this may be there all the same.
      if (attempt.repeats)
        return unknown(publication, attempt, { cause: attempt.repeats, words: outcome.words }, c);
      return outcome.reason === RECONNECT
        ? [waitForReconnect(publication, attemptId, outcome, c)]
        : [failure(publication, attemptId, outcome, c)];
    case 'postponed': {
      const { reason, words } = outcome;
      if (isLongest(publication, c.times) && !attempt.repeats)
        return [failure(publication, attemptId, { reason, words, retryable: false }, c)];
      // As long as it asks to; and longer each time that it asks again.
      const wait = c.now.getTime() + unusedWait(publication.unused + 1, c.random, c.times);
      const until = Math.min(Math.max(Date.parse(outcome.until), wait), giveUpAt(publication, c));
      return [fact(c, 'PublishPostponed', { attemptId, reason, words, until: iso(until) })];
    }
    case 'accepted':
      return [
        fact(c, 'PublishAccepted', {
          attemptId,
          handle: outcome.handle,
          acceptedAt: c.now.toISOString(),
          nextAt: iso(c.now.getTime() + c.times.firstPoll),
        }),
      ];
    case 'unknown':
      return unknown(publication, attempt, outcome, c);
  }
}

/** The worker of this attempt has gone: whether its call went out, nobody here knows. */
export function loseWorker(publication: Publication, c: Circumstances): PublicationEvent[] {
  const { attempt, status } = publication;
  if (status !== 'attempting' || !attempt || Date.parse(attempt.deadline) > c.now.getTime()) return [];
  return unknown(publication, attempt, { cause: 'lost-worker', words: null }, c);
}

/**
 * The worker of this attempt knows that its call was not made. Whoever found the attempt without an outcome meanwhile
 * could only call it unknown; this is the proof. It is tried again, and no try is used.
 */
export function notStarted(
  publication: Publication,
  attemptId: string,
  reason: NotStartedReason,
  c: Circumstances,
): PublicationEvent[] {
  const { attempt, status } = publication;
  if (attempt?.attemptId !== attemptId || (status !== 'attempting' && status !== 'unknown')) return [];
  if (isLongest(publication, c.times) && !attempt.repeats)
    return [failure(publication, attemptId, { reason: 'not-started', words: null, retryable: false }, c)];
  const wait = Math.max(c.times.firstLookUp, unusedWait(publication.unused + 1, c.random, c.times));
  const nextAt = iso(Math.min(c.now.getTime() + wait, giveUpAt(publication, c)));
  return [fact(c, 'PublishAttemptNotStarted', { attemptId, reason, nextAt })];
}

/** A preparation that failed uses a try, as an attempt does; one that was refused for want of a login waits for it. */
export function failPreparation(
  publication: Publication,
  refusal: Refusal,
  c: Circumstances,
): PublicationEvent[] {
  if (publication.status !== 'scheduled' && publication.status !== 'retrying') return [];
  return refusal.reason === RECONNECT
    ? [waitForReconnect(publication, null, refusal, c)]
    : [failure(publication, null, refusal, c)];
}

/** Nothing was sent, and no try is used: it goes on with the account, for as long as there is time for trying. */
function waitForReconnect(
  publication: Publication,
  attemptId: string | null,
  refusal: Refusal,
  c: Circumstances,
): PublicationEvent {
  const until = giveUpAt(publication, c);
  // An account that comes and goes all the time is none that can be published to.
  if (until <= c.now.getTime() || isLongest(publication, c.times))
    return failure(publication, attemptId, refusal, c);
  const { words } = refusal;
  return fact(c, 'PublishPostponed', { attemptId, reason: RECONNECT, words, until: iso(until) });
}

/** What a look-up tells about the last attempt; for an accepted one, whether the platform has finished. */
export function recordLookUp(
  publication: Publication,
  attemptId: string,
  outcome: LookUpOutcome,
  c: Circumstances,
): PublicationEvent[] {
  const { attempt, status } = publication;
  if (outcome.kind === 'published') {
    return published(publication, attemptId, outcome, status === 'accepted' ? 'status' : 'look-up', c);
  }
  if (attempt?.attemptId !== attemptId || (status !== 'accepted' && status !== 'unknown')) return [];
  // The platform knows what became of it: neither a wait nor a look tells more.
  if (outcome.kind === 'refused') return [failure(publication, attemptId, outcome, c)];
  if (status === 'accepted') return stillProcessing(publication, attempt, c);
  const lookedUp = (nextAt: string | null): PublishLookedUp =>
    fact(c, 'PublishLookedUp', {
      attemptId,
      result: outcome.kind === 'pending' ? 'cannot-tell' : outcome.kind,
      words: outcome.kind === 'failed' ? outcome.words : null,
      lookedUpAt: c.now.toISOString(),
      nextAt,
    });
  switch (outcome.kind) {
    case 'cannot-tell':
      return [lookedUp(null)];
    case 'pending':
      // It is there and not done: nothing new, as long as there is time for asking.
      return pendingAgainAt(publication, outcome, c) === null ? [lookedUp(null)] : [];
    case 'failed': {
      const again = failedLookUpAgainAt(publication, outcome, c);
      const isNews = !publication.lookUpFailed && !isLong(publication, c.times);
      return isNews || again === null ? [lookedUp(again)] : [];
    }
    case 'absent': {
      const isFirst = publication.absences.length === 0;
      const decided = !isFirst && c.now.getTime() >= decisiveAt(attempt, c);
      if (!decided || c.rule === 'never') {
        const again = lookUpAgainAt(publication, attempt, c);
        // Not there and not there yet again: nothing new.
        const isNews = isFirst || (publication.lookUpFailed && !isLong(publication, c.times));
        return isNews || again === null ? [lookedUp(again)] : [];
      }
      const reason = { reason: 'not-there', words: null, retryable: true };
      return [lookedUp(c.now.toISOString()), failure(publication, attemptId, reason, c, c.now.getTime())];
    }
  }
}

/** When to ask again after a look-up that proved nothing. Null: not any more, a person decides. */
export function failedLookUpAgainAt(
  publication: Publication,
  outcome: Readonly<{ until?: string }>,
  c: Circumstances,
): string | null {
  const { attempt } = publication;
  if (!attempt) return null;
  const since = c.now.getTime() - Date.parse(attempt.startedAt);
  const wait = Math.min(c.times.longestLookUp, Math.max(c.times.firstLookUp, since / 2));
  return notTooLate(publication, attempt, notBefore(outcome, c, wait), c);
}

/** When to ask again about an unknown one that the platform has and is still working on. Null: a person decides. */
export function pendingAgainAt(
  publication: Publication,
  outcome: Readonly<{ until?: string }>,
  c: Circumstances,
): string | null {
  const { attempt } = publication;
  if (!attempt) return null;
  return notTooLate(publication, attempt, notBefore(outcome, c, pollWait(attempt.startedAt, c)), c);
}

/** When to ask an accepted publication's platform again. */
export const pollAgainAt = (
  { accepted }: Publication,
  outcome: Readonly<{ until?: string }>,
  c: Circumstances,
): string => iso(notBefore(outcome, c, pollWait(accepted?.at ?? c.now.toISOString(), c)));

/** Twice as long each time. */
const pollWait = (since: string, { now, times }: Circumstances): number =>
  Math.min(times.longestPoll, now.getTime() - Date.parse(since) + times.firstPoll);

const notBefore = ({ until }: Readonly<{ until?: string }>, { now }: Circumstances, wait: number): number =>
  Math.max(until === undefined ? 0 : Date.parse(until), now.getTime() + wait);

function notTooLate(publication: Publication, attempt: Attempt, at: number, c: Circumstances): string | null {
  const lastAt = Math.max(giveUpAt(publication, c), decisiveAt(attempt, c) + c.times.longestLookUp);
  return at > lastAt ? null : iso(at);
}

function stillProcessing(publication: Publication, attempt: Attempt, c: Circumstances): PublicationEvent[] {
  const since = Date.parse(publication.accepted?.at ?? attempt.startedAt);
  return c.now.getTime() - since < c.times.pollFor
    ? []
    : unknown(publication, attempt, { cause: 'no-answer', words: null }, c);
}

function published(
  publication: Publication,
  attemptId: string | null,
  { remoteId, permalink }: Readonly<{ remoteId: string; permalink: string | null }>,
  evidence: PlatformPublished['data']['evidence'],
  c: Circumstances,
): PublicationEvent[] {
  const seen = { attemptId, remoteId, permalink, evidence };
  if (publication.status === 'posted') return isDuplicate(publication, seen) ? [duplicate(seen, c)] : [];
  const publishedAt = c.now.toISOString();
  const again = c.listsPosts && mayBeThereTwice(publication, remoteId);
  const lookAgainAt = iso(c.now.getTime() + c.times.lookAgain);
  return [fact(c, 'PlatformPublished', { ...seen, publishedAt, ...(again && { lookAgainAt }) })];
}

/** The published post is there a second time. */
export const duplicate = (copy: Copy, c: Circumstances): PublicationEvent =>
  fact(c, 'DuplicateDetected', { ...copy, detectedAt: c.now.toISOString() });

function unknown(
  publication: Publication,
  attempt: Attempt,
  { cause, words }: Readonly<{ cause: UnknownCause; words: string | null }>,
  c: Circumstances,
): PlatformPublishUnknown[] {
  if (publication.status === 'unknown') return [];
  const { attemptId } = attempt;
  const nextAt = afterUnknown(publication, c);
  const until = c.rule === 'after-negative-check' ? { lookUntil: iso(decisiveAt(attempt, c)) } : {};
  return [fact(c, 'PlatformPublishUnknown', { attemptId, cause, words, nextAt, ...until })];
}

function afterUnknown(publication: Publication, c: Circumstances): string | null {
  if (c.rule === 'never') return null;
  const repeats = c.rule === 'always' && publication.tries < c.times.tries && publication.tries > 1;
  const wait = repeats ? retryWait(publication.tries, c.random, c.times) : c.times.firstLookUp;
  return iso(c.now.getTime() + wait);
}

/** By then our side has long closed the connection, and a call that was held up on its way has arrived or never will. */
export const lateCallIsOverAt = (
  { deadline }: Attempt,
  { isHarmlessWhenLate, times }: Circumstances,
): number => Date.parse(deadline) + (isHarmlessWhenLate ? 0 : times.lateCall);

/** From then on a negative look-up decides: what was to arrive is there, and shows. */
export const decisiveAt = (attempt: Attempt, c: Circumstances): number =>
  lateCallIsOverAt(attempt, c) + Math.min(c.visibility, c.times.visibility);

/**
 * When to ask again after a negative answer: soon at first, because most posts are found at once; then seldom; and once more
 * when a negative answer decides. Null: a person decides.
 */
export function lookUpAgainAt(publication: Publication, attempt: Attempt, c: Circumstances): string | null {
  if (c.rule === 'never') return null;
  const now = c.now.getTime();
  const decisive = decisiveAt(attempt, c);
  if (now >= decisive) return iso(now + c.times.firstLookUp);
  const since = Math.max(c.times.firstLookUp, now - Date.parse(attempt.startedAt));
  return iso(Math.min(decisive, now + 3 * since));
}

function failure(
  publication: Publication,
  attemptId: string | null,
  { reason, words, retryable }: Readonly<{ reason: string; words: string | null; retryable: boolean }>,
  c: Circumstances,
  at?: number,
): PlatformPublishFailed {
  const tries = publication.tries + (attemptId === null ? 1 : 0);
  const retryAt = at ?? c.now.getTime() + retryWait(tries, c.random, c.times);
  const again =
    retryable && !isLong(publication, c.times) && tries < c.times.tries && retryAt < giveUpAt(publication, c);
  return fact(c, 'PlatformPublishFailed', {
    attemptId,
    reason,
    words,
    retryable: again,
    retryAt: again ? iso(retryAt) : null,
  });
}

type DataOf<Type extends PublicationEvent['type']> = Omit<
  Extract<PublicationEvent, { type: Type }>['data'],
  keyof Target
>;

/** An event of today's shape about this target. */
export const fact = <Type extends PublicationEvent['type']>(
  { target: { postId, accountId, ownerId, platform } }: Readonly<{ target: Target }>,
  type: Type,
  data: DataOf<Type>,
) =>
  ({
    type,
    schema: publicationShapes[type].schema,
    data: { postId, accountId, ownerId, platform, ...data },
  }) as unknown as Extract<PublicationEvent, { type: Type }>;
