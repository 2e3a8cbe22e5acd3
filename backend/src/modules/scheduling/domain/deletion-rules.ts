import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import { knownCopies } from './copies.ts';
import { RemotePostCannotBeDeleted, RemotePostIsUnknown } from './publication-errors.ts';
import type { PublicationEvent, Target } from './publication-events.ts';
import type { Publication } from './publication.ts';
import { fact } from './fact.ts';
import { ACCOUNT_IS_GONE, RECONNECT, type Refusal } from './platform-answers.ts';
import { retryWait, type PublishingTimes } from './publishing-times.ts';
import type { RemoteDeletion } from './remote-deletion.ts';

/** What a decision needs beside the facts. `random` is in [0, 1). */
export type DeletionCircumstances = Readonly<{
  target: Target;
  now: Date;
  random: number;
  times: PublishingTimes;
}>;

/** What came back from the platform. An outcome that nobody knows is tried again: deleting twice is harmless. */
export type DeletionOutcome =
  | Readonly<{ kind: 'deleted' }>
  | Refusal
  | Readonly<{ kind: 'postponed'; reason: string; words: string | null; until: string }>
  | Readonly<{ kind: 'unknown'; cause: string; words: string | null }>;

export type DeletionStep =
  | Readonly<{ kind: 'nothing' | 'attempt' | 'reconnect' | 'give-up' }>
  | Readonly<{ kind: 'wait'; until: string }>;

/** `publishRefs`: what was prepared for it; another copy may have been made from others. */
export type RemotePost = Readonly<{
  remoteId: string;
  permalink: string | null;
  publishRefs: JsonObject | null;
}>;

const isOver = ({ status }: RemoteDeletion): boolean => status === 'deleted' || status === 'failed';
const iso = (millis: number): string => new Date(millis).toISOString();

/** After this instant a post that could not be deleted is told to its owner as failed. */
const deletionGivesUpAt = (deletion: RemoteDeletion, times: PublishingTimes): number =>
  Date.parse(deletion.requestedAt) + times.giveUp;

/** The stream's own answer, whatever a row says. */
export function nextDeletionStep({ deletion }: Publication, c: DeletionCircumstances): DeletionStep {
  if (!deletion || isOver(deletion)) return { kind: 'nothing' };
  const late = c.now.getTime() >= deletionGivesUpAt(deletion, c.times);
  if (deletion.waitsFor === RECONNECT) return { kind: late ? 'give-up' : 'reconnect' };
  const { nextAt } = deletion;
  if (nextAt !== null && Date.parse(nextAt) > c.now.getTime()) return { kind: 'wait', until: nextAt };
  return { kind: late ? 'give-up' : 'attempt' };
}

/**
 * A person asks for it; after a failure again. `remoteId` names one of several copies; null is the published post itself.
 * @throws RemotePostCannotBeDeleted when nothing is published under that id, it is deleted, or a copy is about to be
 * @throws RemotePostIsUnknown when nobody told which post on the platform it is
 */
export function requestDeletion(
  publication: Publication,
  target: Target,
  now: Date,
  remoteId: string | null = null,
): PublicationEvent[] {
  const { status, remote, deletion, deleted } = publication;
  if (status !== 'posted' || !remote) throw new RemotePostCannotBeDeleted();
  if (deletion && !isOver(deletion)) throw new RemotePostCannotBeDeleted();
  const wanted = remoteId ?? remote.remoteId;
  if (wanted === null) throw new RemotePostIsUnknown();
  if (deleted.includes(wanted) || !knownCopies(publication).includes(wanted))
    throw new RemotePostCannotBeDeleted();
  const requestedAt = now.toISOString();
  return [
    fact({ target }, 'RemoteDeletionRequested', {
      requestedAt,
      ...(wanted !== remote.remoteId && { remoteId: wanted }),
    }),
  ];
}

/** The post that the wish is about, as its platform knows it; null when that is not known. */
export function postToDelete({ remote, duplicates, deletion, prepared }: Publication): RemotePost | null {
  const copy = duplicates.find(({ remoteId }) => remoteId === deletion?.remoteId);
  if (copy) return { ...copy, publishRefs: null };
  if (remote?.remoteId == null) return null;
  const { remoteId, permalink } = remote;
  return { remoteId, permalink, publishRefs: prepared?.refs ?? null };
}

/** The intent; none when somebody else was faster. */
export function startDeletion(publication: Publication, c: DeletionCircumstances): PublicationEvent[] {
  if (nextDeletionStep(publication, c).kind !== 'attempt') return [];
  const number = (publication.deletion?.number ?? 0) + 1;
  const deadline = iso(c.now.getTime() + c.times.callWithin);
  return [fact(c, 'RemoteDeletionAttempted', { number, startedAt: c.now.toISOString(), deadline })];
}

/** A post that is gone is gone, whoever learns it and however late; any other outcome counts for the attempt under way. */
export function settleDeletion(
  publication: Publication,
  number: number,
  outcome: DeletionOutcome,
  c: DeletionCircumstances,
): PublicationEvent[] {
  const { deletion } = publication;
  if (!deletion || deletion.status === 'deleted') return [];
  if (outcome.kind === 'deleted') return [fact(c, 'RemotePostDeleted', { deletedAt: c.now.toISOString() })];
  if (deletion.status !== 'attempting' || deletion.number !== number) return [];
  const last = deletionGivesUpAt(deletion, c.times);
  switch (outcome.kind) {
    case 'postponed': {
      const until = iso(Math.min(againAt(deletion, Date.parse(outcome.until), c), last));
      const { reason, words } = outcome;
      return [fact(c, 'RemoteDeletionPostponed', { reason, words, until })];
    }
    case 'refused': {
      const { reason, words, retryable } = outcome;
      if (reason !== RECONNECT) return [failure(deletion, { reason, words, retryable }, c)];
      return [fact(c, 'RemoteDeletionPostponed', { reason, words, until: iso(last) })];
    }
    case 'unknown':
      return [failure(deletion, { reason: outcome.cause, words: outcome.words, retryable: true }, c)];
  }
}

/** The time for trying is over. It can be asked for again. */
export function giveUpDeletion(publication: Publication, c: DeletionCircumstances): PublicationEvent[] {
  const { deletion } = publication;
  if (!deletion || nextDeletionStep(publication, c).kind !== 'give-up') return [];
  const reason = deletion.waitsFor === RECONNECT ? RECONNECT : (deletion.lastReason ?? 'gave-up');
  const words = deletion.lastWords;
  return [fact(c, 'RemoteDeletionFailed', { reason, words, retryable: false, retryAt: null })];
}

/** The account that was to be connected again was disconnected instead. */
export function loseDeletionAccount(publication: Publication, c: DeletionCircumstances): PublicationEvent[] {
  if (nextDeletionStep(publication, c).kind !== 'reconnect') return [];
  return [fact(c, 'RemoteDeletionFailed', ACCOUNT_IS_GONE)];
}

/**
 * Not before `wished`, and ever more seldom, so that an outage writes a short story; but once more shortly before the time
 * for trying is over.
 */
function againAt(deletion: RemoteDeletion, wished: number, { now, times }: DeletionCircumstances): number {
  const seldom = now.getTime() + 3 * (now.getTime() - Date.parse(deletion.requestedAt));
  const lastTry = deletionGivesUpAt(deletion, times) - times.longestRetry;
  return Math.max(wished, now.getTime() < lastTry ? Math.min(seldom, lastTry) : seldom);
}

function failure(
  deletion: RemoteDeletion,
  { reason, words, retryable }: Readonly<{ reason: string; words: string | null; retryable: boolean }>,
  c: DeletionCircumstances,
): PublicationEvent {
  const retryAt = againAt(deletion, c.now.getTime() + retryWait(deletion.tries, c.random, c.times), c);
  const again = retryable && retryAt < deletionGivesUpAt(deletion, c.times);
  return fact(c, 'RemoteDeletionFailed', {
    reason,
    words,
    retryable: again,
    retryAt: again ? iso(retryAt) : null,
  });
}
