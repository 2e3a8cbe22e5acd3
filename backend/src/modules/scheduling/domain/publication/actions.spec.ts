import { expect, it } from '@jest/globals';
import type { Move } from '#infrastructure/effects/attempt/move.ts';
import * as rules from '#infrastructure/effects/attempt/rules.ts';
import { eventAbout, eventsOfStory } from './event-about.ts';
import { eventsOf } from './events-of-moves.ts';
import { actionStories } from './action-state.ts';
import { idempotentContext } from '#infrastructure/effects/attempt/idempotent-context.ts';
import type { PublicationEvent } from './publication-events.ts';
import { publicationStream, type Publication } from './publication.ts';
import { resume } from './readiness.ts';
import { PUBLISHING_TIMES } from './publishing-times.ts';
import { at, contextAt, published, started, target } from './testing/publication-samples.ts';

const key = { target };
const requested = eventAbout(key, 'CoverRequested', { remoteId: '42', requestedAt: at(1) });
const publicationAfter = (...events: PublicationEvent[]): Publication =>
  [started(), published('answer', 1), ...events].reduce(publicationStream.evolve, publicationStream.initial);
const contextAfter = (seconds: number) =>
  idempotentContext({ now: new Date(at(seconds)), random: 0, times: PUBLISHING_TIMES });
const eventsOfMoves = (moves: readonly Move[]): PublicationEvent[] =>
  moves.flatMap((move) => eventsOfStory(actionStories.cover, target, move));
const attemptFrom = (seconds: number, publication: Publication): PublicationEvent[] =>
  eventsOfMoves(rules.start(effectOf(publication), `a${String(seconds)}`, contextAfter(seconds)));
const eventsOfOutcome = (
  publication: Publication,
  attemptId: string,
  outcome: rules.AttemptOutcome<null>,
  seconds: number,
): PublicationEvent[] =>
  eventsOfMoves(rules.settle(effectOf(publication), attemptId, outcome, contextAfter(seconds)));
function effectOf({ actions: { cover } }: Publication) {
  if (!cover) throw new Error('Nobody asked for a cover.');
  return cover.effect;
}
const refused = { kind: 'refused', reason: 'rejected', words: 'Not verified.', retryable: false } as const;

it('requests the cover in the same append as the published video, if the post has a cover', () => {
  const done = {
    ...({ kind: 'done', attemptId: 'a1', evidence: 'answer', at: at(1) } as const),
    result: { remoteId: '42', permalink: null },
  };
  const publication = publicationStream.initial;
  const types = (hasCover: boolean, result: typeof done.result | { remoteId: null; permalink: null }) =>
    eventsOf(publication, [{ ...done, result }], { ...contextAt(1), hasCover }).map(({ type }) => type);
  expect(types(true, done.result)).toEqual(['PlatformPublished', 'CoverRequested']);
  expect(types(false, done.result)).toEqual(['PlatformPublished']);
  expect(types(true, { remoteId: null, permalink: null })).toEqual(['PlatformPublished']);
});

it('records an intent before the attempt, and sets the cover once', () => {
  const publication = publicationAfter(requested);
  expect(rules.nextStep(effectOf(publication), contextAfter(1))).toEqual({ kind: 'attempt' });
  const [attempted] = attemptFrom(2, publication);
  expect(attempted).toMatchObject({ type: 'CoverAttempted', data: { attemptId: 'a2', number: 1 } });
  const attempting = attempted ? publicationAfter(requested, attempted) : publication;
  const [coverSet] = eventsOfOutcome(attempting, 'a2', { kind: 'done', result: null }, 3);
  expect(coverSet).toMatchObject({ type: 'CoverSet' });
  const finished = attempted && coverSet ? publicationAfter(requested, attempted, coverSet) : publication;
  expect(rules.nextStep(effectOf(finished), contextAfter(4))).toEqual({ kind: 'nothing' });
  expect(finished.status).toBe('posted');
});

it('keeps the video published when the cover is refused, and does not try again', () => {
  const [attempted] = attemptFrom(2, publicationAfter(requested));
  const attempting = publicationAfter(requested, ...(attempted ? [attempted] : []));
  const events = eventsOfOutcome(attempting, 'a2', refused, 3);
  expect(events).toMatchObject([
    { type: 'CoverFailed', data: { reason: 'rejected', words: 'Not verified.', retryAt: null } },
  ]);
  const finished = publicationAfter(requested, ...(attempted ? [attempted] : []), ...events);
  expect(finished).toMatchObject({ status: 'posted', remote: { remoteId: '42' }, dueAt: null });
  expect(rules.nextStep(effectOf(finished), contextAfter(10_000))).toEqual({ kind: 'nothing' });
});

it('sets the cover again after a crash or an unknown outcome', () => {
  const [attempted] = attemptFrom(2, publicationAfter(requested));
  const attempting = publicationAfter(requested, ...(attempted ? [attempted] : []));
  expect(rules.nextStep(effectOf(attempting), contextAfter(3))).toMatchObject({ kind: 'wait' });
  expect(rules.nextStep(effectOf(attempting), contextAfter(600))).toEqual({ kind: 'attempt' });
  const unknown = { kind: 'unknown', cause: 'timeout', words: null } as const;
  expect(eventsOfOutcome(attempting, 'a2', unknown, 3)).toMatchObject([
    { type: 'CoverFailed', data: { reason: 'timeout', retryAt: expect.any(String) } },
  ]);
});

it('postpones an action until its account is connected again', () => {
  const [attempted] = attemptFrom(2, publicationAfter(requested));
  const untilAttempt = [requested, ...(attempted ? [attempted] : [])];
  const postponed = eventsOfOutcome(
    publicationAfter(...untilAttempt),
    'a2',
    { ...refused, reason: 'reconnect' },
    3,
  );
  expect(postponed).toMatchObject([{ type: 'CoverPostponed', data: { reason: 'reconnect' } }]);
  const waiting = publicationAfter(...untilAttempt, ...postponed);
  const [resumed] = resume(waiting, target, new Date(at(60)));
  expect(resumed).toMatchObject({ type: 'PublicationResumed', data: { nextAt: null } });
  const resumedPublication = publicationAfter(...untilAttempt, ...postponed, ...(resumed ? [resumed] : []));
  expect(rules.nextStep(effectOf(resumedPublication), contextAfter(61))).toEqual({ kind: 'attempt' });
});
