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
const after = (...events: PublicationEvent[]): Publication =>
  [...posted, ...events].reduce(publicationStream.evolve, publicationStream.initial);
const c = (seconds: number): DeletionContext => ({
  target,
  now: new Date(at(seconds)),
  random: 0,
  times: PUBLISHING_TIMES,
});
const ask = (seconds: number) => (publication: Publication) =>
  requestDeletion(publication, target, new Date(at(seconds)));
const hours = 3600;
const deleted = (seconds: number) => eventAbout({ target }, 'RemotePostDeleted', { deletedAt: at(seconds) });
const postponed = (reason: string, seconds: number) =>
  eventAbout({ target }, 'RemoteDeletionPostponed', { reason, words: null, until: at(seconds) });
const refused = (reason: string, retryable: boolean) =>
  ({ kind: 'refused', reason, words: null, retryable }) as const;

it('deletes the published post when its owner asks, and the target stays posted', () => {
  given(...posted)
    .when(ask(10))
    .then(deletionRequested(10));
  expect(after(deletionRequested(10), deletionAttempted(10), deleted(11))).toMatchObject({
    status: 'posted',
    deletion: { status: 'deleted', dueAt: null },
  });
});

const askFor = (seconds: number, remoteId: string) => (publication: Publication) =>
  requestDeletion(publication, target, new Date(at(seconds)), remoteId);

it('deletes the named copy, and the post itself under its own id', () => {
  given(...posted, duplicated('43', 5))
    .when(askFor(10, '43'))
    .then(deletionRequested(10, '43'));
  given(...posted, duplicated('43', 5))
    .when(askFor(10, '42'))
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

it('deletes one copy after the other, each once, and no unknown copy', () => {
  const gone = [deletionRequested(10, '43'), deletionAttempted(10), deleted(11)];
  given(...posted, duplicated('43', 5), ...gone)
    .when(ask(20))
    .then(deletionRequested(20));
  for (const [id, events] of [
    ['43', gone],
    ['42', gone.slice(0, 2)],
    ['99', []],
  ] as const)
    given(...posted, duplicated('43', 5), ...events)
      .when(askFor(20, id))
      .thenRejects('scheduling.remote-post-not-deletable');
});

it('refuses a deletion before the post is published, while it is being deleted, and afterwards', () => {
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
      .when(ask(20))
      .thenRejects('scheduling.remote-post-not-deletable');
});

it('does not guess which post a person confirmed', () => {
  given(started(), unknown(null), published('person', 5))
    .when(ask(10))
    .thenRejects('scheduling.remote-post-unknown');
});

it('records an intent with its number, once', () => {
  given(...posted, deletionRequested(10))
    .when((publication) => startDeletion(publication, c(10)))
    .then(deletionAttempted(10));
  given(...posted, deletionRequested(10), deletionAttempted(10))
    .when((publication) => startDeletion(publication, c(11)))
    .then();
});

it('repeats the deletion of a worker that died, because deleting twice is harmless', () => {
  const lost = after(deletionRequested(10), deletionAttempted(10));
  expect(nextDeletionStep(lost, c(39))).toEqual({ kind: 'wait', until: at(40) });
  expect(nextDeletionStep(lost, c(40))).toEqual({ kind: 'attempt' });
  given(...posted, deletionRequested(10), deletionAttempted(10))
    .when((publication) => startDeletion(publication, c(40)))
    .then(deletionAttempted(40, 2));
});

it('accepts a late answer that the post was deleted, and records it once', () => {
  const events = [...posted, deletionRequested(10), deletionAttempted(10), deletionAttempted(40, 2)];
  given(...events)
    .when((publication) => settleDeletion(publication, 1, { kind: 'deleted' }, c(41)))
    .then(deleted(41));
  given(...events, deleted(41))
    .when((publication) => settleDeletion(publication, 2, { kind: 'deleted' }, c(42)))
    .then();
});

it('does not count a late success of an earlier request for a later one', () => {
  const first = [deletionRequested(10), deletionAttempted(10), deletionAttempted(40, 2), deleted(41)];
  const second = [duplicated('43', 45), deletionRequested(50, '43'), deletionAttempted(50, 3)];
  given(...posted, ...first, ...second)
    .when((publication) => settleDeletion(publication, 1, { kind: 'deleted' }, c(51)))
    .then();
  given(...posted, ...first, ...second)
    .when((publication) => settleDeletion(publication, 3, { kind: 'deleted' }, c(52)))
    .then(deleted(52));
});

it('ignores other late answers of an attempt that was superseded', () => {
  given(...posted, deletionRequested(10), deletionAttempted(10), deletionAttempted(40, 2))
    .when((publication) => settleDeletion(publication, 1, refused('rejected', false), c(41)))
    .then();
});

it('repeats a deletion after a temporary failure or an unknown outcome, and records a refusal', () => {
  const events = [...posted, deletionRequested(10), deletionAttempted(10)];
  given(...events)
    .when((publication) => settleDeletion(publication, 1, refused('network', true), c(11)))
    .then(deletionFailed('network', 41));
  given(...events)
    .when((publication) =>
      settleDeletion(publication, 1, { kind: 'unknown', cause: 'timeout', words: null }, c(11)),
    )
    .then(deletionFailed('timeout', 41));
  given(...events)
    .when((publication) => settleDeletion(publication, 1, refused('rejected', false), c(11)))
    .then(deletionFailed('rejected'));
});

it('postpones a deletion for its account or a rate limit without counting a try', () => {
  const events = [...posted, deletionRequested(10), deletionAttempted(10)];
  given(...events)
    .when((publication) => settleDeletion(publication, 1, refused('reconnect', false), c(11)))
    .then(postponed('reconnect', 10 + 6 * hours));
  const asked = { kind: 'postponed', reason: 'rate-limit', words: null, until: at(100) } as const;
  given(...events)
    .when((publication) => settleDeletion(publication, 1, asked, c(11)))
    .then(postponed('rate-limit', 100));
  const waits = after(deletionRequested(10), deletionAttempted(10), postponed('reconnect', 10 + 6 * hours));
  expect(waits.deletion?.tries).toBe(0);
  expect(nextDeletionStep(waits, c(12))).toEqual({ kind: 'reconnect' });
  given(...events, postponed('reconnect', 10 + 6 * hours))
    .when((publication) => loseDeletionAccount(publication, c(12)))
    .then(deletionFailed('account-missing'));
});

it.each([
  ['cannot be reached', refused('network', true)],
  ['gives no answer', { kind: 'unknown', cause: 'timeout', words: null }],
  ['is said to rest', 'rest'],
] as const)('records six hours in which the platform %s with at most 16 events', (_, answer) => {
  const story: PublicationEvent[] = [deletionRequested(10)];
  const fold = () => after(...story);
  const calls: number[] = [];
  for (let now = 10; now <= 10 + 7 * hours; now += 1) {
    const step = nextDeletionStep(fold(), c(now));
    if (step.kind === 'nothing') break;
    if (step.kind === 'give-up') story.push(...giveUpDeletion(fold(), c(now)));
    if (step.kind !== 'attempt') continue;
    calls.push(now);
    story.push(...startDeletion(fold(), c(now)));
    const rest = { kind: 'postponed', reason: 'breaker', words: null, until: at(now + 30) } as const;
    story.push(
      ...settleDeletion(fold(), fold().deletion?.number ?? 0, answer === 'rest' ? rest : answer, c(now)),
    );
  }
  expect(story.at(-1)).toMatchObject({ type: 'RemoteDeletionFailed', data: { retryable: false } });
  expect(story.length).toBeLessThanOrEqual(16);
  // The first retry comes soon, the last one shortly before the time is over.
  expect(calls[1]).toBeLessThanOrEqual(70);
  expect(calls.at(-1)).toBeGreaterThan(5.5 * hours);
});

it('fails a deletion after six hours with the reason, and lets the owner request it again', () => {
  const last = 10 + 6 * hours;
  const tried = [...posted, deletionRequested(10), deletionAttempted(10), deletionFailed('network', 60)];
  given(...tried)
    .when((publication) => giveUpDeletion(publication, c(last)))
    .then(deletionFailed('network'));
  given(...tried, deletionFailed('network'))
    .when(ask(last + 60))
    .then(deletionRequested(last + 60));
  expect(nextDeletionStep(after(deletionRequested(10), deletionFailed('network')), c(last))).toEqual({
    kind: 'nothing',
  });
  const again = after(deletionRequested(10), deletionFailed('network'), deletionRequested(last + 60));
  expect(nextDeletionStep(again, c(last + 60))).toEqual({ kind: 'attempt' });
});
