import { expect, it } from '@jest/globals';
import { specify } from '@posthorn/event-sourcing/testing';
import { postToDelete, requestDeletion } from './deletion-rules.ts';
import {
  giveUpDeletion,
  loseDeletionAccount,
  nextDeletionStep,
  settleDeletion,
  startDeletion,
  type DeletionContext,
} from './testing/deletion-decisions.ts';
import { publicationStream, type Publication, type PublicationEvent } from './publication.ts';
import { eventAbout } from './event-about.ts';
import { PUBLISHING_TIMES } from './publishing-times.ts';
import {
  at,
  deletionAttempted,
  deletionFailed,
  deletionRequested,
  duplicated,
  failed,
  prepared,
  published,
  started,
  target,
  unknown,
} from './testing/publication-samples.ts';

const given = specify(publicationStream);
const posted = [started(), published('answer', 1)] as const;
const stateAfter = (...events: PublicationEvent[]): Publication =>
  [...posted, ...events].reduce(publicationStream.evolve, publicationStream.initial);
const contextAt = (seconds: number): DeletionContext => ({
  target,
  now: new Date(at(seconds)),
  random: 0,
  times: PUBLISHING_TIMES,
});
const requestAt = (seconds: number) => (publication: Publication) =>
  requestDeletion(publication, target, new Date(at(seconds)));
const hours = 3600;
const deleted = (seconds: number) => eventAbout({ target }, 'RemotePostDeleted', { deletedAt: at(seconds) });
const postponed = (reason: string, seconds: number) =>
  eventAbout({ target }, 'RemoteDeletionPostponed', { reason, words: null, until: at(seconds) });
const refused = (reason: string, retryable: boolean) =>
  ({ kind: 'refused', reason, words: null, retryable }) as const;

it('deletes the published post when its owner requests this, and the target stays posted', () => {
  given(...posted)
    .when(requestAt(10))
    .then(deletionRequested(10));
  expect(stateAfter(deletionRequested(10), deletionAttempted(10), deleted(11))).toMatchObject({
    status: 'posted',
    deletion: { status: 'deleted', dueAt: null },
  });
});

const requestFor = (seconds: number, remoteId: string) => (publication: Publication) =>
  requestDeletion(publication, target, new Date(at(seconds)), remoteId);

it('deletes the copy with the given id, or the post itself by its own id', () => {
  given(...posted, duplicated('43', 5))
    .when(requestFor(10, '43'))
    .then(deletionRequested(10, '43'));
  given(...posted, duplicated('43', 5))
    .when(requestFor(10, '42'))
    .then(deletionRequested(10));
  const twice = [prepared(), ...posted, duplicated('43', 5)];
  const fold = (...events: PublicationEvent[]) =>
    [...twice, ...events].reduce(publicationStream.evolve, publicationStream.initial);
  expect(postToDelete(fold(deletionRequested(10, '43')))).toEqual({
    remoteId: '43',
    permalink: 'https://social.test/43',
    publishRefs: null,
  });
  expect(postToDelete(fold(deletionRequested(10)))).toMatchObject({
    remoteId: '42',
    publishRefs: { key: 'k1' },
  });
});

it('deletes copies one after another, each once, and refuses an unknown copy', () => {
  const copyDeleted = [deletionRequested(10, '43'), deletionAttempted(10), deleted(11)];
  given(...posted, duplicated('43', 5), ...copyDeleted)
    .when(requestAt(20))
    .then(deletionRequested(20));
  for (const [id, events] of [
    ['43', copyDeleted],
    ['42', copyDeleted.slice(0, 2)],
    ['99', []],
  ] as const)
    given(...posted, duplicated('43', 5), ...events)
      .when(requestFor(20, id))
      .thenRejects('scheduling.remote-post-not-deletable');
});

it('refuses a deletion of a post that is not published, is being deleted, or was deleted', () => {
  for (const events of [
    [],
    [started()],
    [started(), failed()],
    [started(), unknown(null)],
    [...posted, deletionRequested(10)],
    [...posted, deletionRequested(10), deletionAttempted(10)],
    [...posted, deletionRequested(10), deletionAttempted(10), deleted(11)],
  ])
    given(...events)
      .when(requestAt(20))
      .thenRejects('scheduling.remote-post-not-deletable');
});

it('refuses to delete a post that a person confirmed, because its id is unknown', () => {
  given(started(), unknown(null), published('person', 5))
    .when(requestAt(10))
    .thenRejects('scheduling.remote-post-unknown');
});

it('records the numbered intent of an attempt once', () => {
  given(...posted, deletionRequested(10))
    .when((publication) => startDeletion(publication, contextAt(10)))
    .then(deletionAttempted(10));
  given(...posted, deletionRequested(10), deletionAttempted(10))
    .when((publication) => startDeletion(publication, contextAt(11)))
    .then();
});

it('repeats an attempt without an outcome after its deadline', () => {
  const lost = stateAfter(deletionRequested(10), deletionAttempted(10));
  expect(nextDeletionStep(lost, contextAt(39))).toEqual({ kind: 'wait', until: at(40) });
  expect(nextDeletionStep(lost, contextAt(40))).toEqual({ kind: 'attempt' });
  given(...posted, deletionRequested(10), deletionAttempted(10))
    .when((publication) => startDeletion(publication, contextAt(40)))
    .then(deletionAttempted(40, 2));
});

it('accepts the late success of an earlier attempt, and records one success only', () => {
  const events = [...posted, deletionRequested(10), deletionAttempted(10), deletionAttempted(40, 2)];
  given(...events)
    .when((publication) => settleDeletion(publication, 1, { kind: 'deleted' }, contextAt(41)))
    .then(deleted(41));
  given(...events, deleted(41))
    .when((publication) => settleDeletion(publication, 2, { kind: 'deleted' }, contextAt(42)))
    .then();
});

it('ignores the late success of an earlier request', () => {
  const first = [deletionRequested(10), deletionAttempted(10), deletionAttempted(40, 2), deleted(41)];
  const second = [duplicated('43', 45), deletionRequested(50, '43'), deletionAttempted(50, 3)];
  given(...posted, ...first, ...second)
    .when((publication) => settleDeletion(publication, 1, { kind: 'deleted' }, contextAt(51)))
    .then();
  given(...posted, ...first, ...second)
    .when((publication) => settleDeletion(publication, 3, { kind: 'deleted' }, contextAt(52)))
    .then(deleted(52));
});

it('ignores the late failure of an earlier attempt', () => {
  given(...posted, deletionRequested(10), deletionAttempted(10), deletionAttempted(40, 2))
    .when((publication) => settleDeletion(publication, 1, refused('rejected', false), contextAt(41)))
    .then();
});

it('repeats a deletion after a temporary failure or an unknown outcome, and records a refusal', () => {
  const events = [...posted, deletionRequested(10), deletionAttempted(10)];
  given(...events)
    .when((publication) => settleDeletion(publication, 1, refused('network', true), contextAt(11)))
    .then(deletionFailed('network', 41));
  given(...events)
    .when((publication) =>
      settleDeletion(publication, 1, { kind: 'unknown', cause: 'timeout', words: null }, contextAt(11)),
    )
    .then(deletionFailed('timeout', 41));
  given(...events)
    .when((publication) => settleDeletion(publication, 1, refused('rejected', false), contextAt(11)))
    .then(deletionFailed('rejected'));
});

it('postpones a deletion for its account or a rate limit, and does not count this as a try', () => {
  const events = [...posted, deletionRequested(10), deletionAttempted(10)];
  given(...events)
    .when((publication) => settleDeletion(publication, 1, refused('reconnect', false), contextAt(11)))
    .then(postponed('reconnect', 10 + 6 * hours));
  const rateLimited = { kind: 'postponed', reason: 'rate-limit', words: null, until: at(100) } as const;
  given(...events)
    .when((publication) => settleDeletion(publication, 1, rateLimited, contextAt(11)))
    .then(postponed('rate-limit', 100));
  const waits = stateAfter(
    deletionRequested(10),
    deletionAttempted(10),
    postponed('reconnect', 10 + 6 * hours),
  );
  expect(waits.deletion?.tries).toBe(0);
  expect(nextDeletionStep(waits, contextAt(12))).toEqual({ kind: 'reconnect' });
  given(...events, postponed('reconnect', 10 + 6 * hours))
    .when((publication) => loseDeletionAccount(publication, contextAt(12)))
    .then(deletionFailed('account-missing'));
});

it.each([
  ['cannot be reached', refused('network', true)],
  ['does not respond', { kind: 'unknown', cause: 'timeout', words: null }],
  ['postpones each call', 'postpone'],
] as const)('records six hours with at most 16 events when the platform %s', (_, answer) => {
  const story: PublicationEvent[] = [deletionRequested(10)];
  const fold = () => stateAfter(...story);
  const calls: number[] = [];
  for (let now = 10; now <= 10 + 7 * hours; now += 1) {
    const step = nextDeletionStep(fold(), contextAt(now));
    if (step.kind === 'nothing') break;
    if (step.kind === 'give-up') story.push(...giveUpDeletion(fold(), contextAt(now)));
    if (step.kind !== 'attempt') continue;
    calls.push(now);
    story.push(...startDeletion(fold(), contextAt(now)));
    const postponement = { kind: 'postponed', reason: 'breaker', words: null, until: at(now + 30) } as const;
    story.push(
      ...settleDeletion(
        fold(),
        fold().deletion?.number ?? 0,
        answer === 'postpone' ? postponement : answer,
        contextAt(now),
      ),
    );
  }
  expect(story.at(-1)).toMatchObject({ type: 'RemoteDeletionFailed', data: { retryable: false } });
  expect(story.length).toBeLessThanOrEqual(16);
  // The first retry comes soon, and the last retry shortly before the time is over.
  expect(calls[1]).toBeLessThanOrEqual(70);
  expect(calls.at(-1)).toBeGreaterThan(5.5 * hours);
});

it('fails a deletion after six hours with the last reason, and lets the owner request it again', () => {
  const last = 10 + 6 * hours;
  const tried = [...posted, deletionRequested(10), deletionAttempted(10), deletionFailed('network', 60)];
  given(...tried)
    .when((publication) => giveUpDeletion(publication, contextAt(last)))
    .then(deletionFailed('network'));
  given(...tried, deletionFailed('network'))
    .when(requestAt(last + 60))
    .then(deletionRequested(last + 60));
  expect(
    nextDeletionStep(stateAfter(deletionRequested(10), deletionFailed('network')), contextAt(last)),
  ).toEqual({
    kind: 'nothing',
  });
  const again = stateAfter(deletionRequested(10), deletionFailed('network'), deletionRequested(last + 60));
  expect(nextDeletionStep(again, contextAt(last + 60))).toEqual({ kind: 'attempt' });
});
