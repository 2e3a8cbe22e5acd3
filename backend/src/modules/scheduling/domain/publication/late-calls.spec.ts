import { expect, it } from '@jest/globals';
import { specify } from '@posthorn/event-sourcing/testing';
import { publicationStream, type Publication, type PublicationEvent } from './publication.ts';
import { eventAbout } from './event-about.ts';
import { requestRetry } from './publishing-rules.ts';
import { nextStep, recordLookUp } from './testing/publication-decisions.ts';
import { absent, at, contextAt, failed, started, target, unknown } from './testing/publication-samples.ts';

/** A call that was delayed on its way may arrive minutes after the worker has given it up. */

const given = specify(publicationStream);
const after = (...events: PublicationEvent[]): Publication =>
  events.reduce(publicationStream.evolve, publicationStream.initial);
const gone = { kind: 'absent' } as const;
const lookedFor = { atOwnRisk: false, isLookedUp: true };
const blind = { atOwnRisk: false, isLookedUp: false };
const atOwnRisk = { atOwnRisk: true, isLookedUp: true };
const hour = 3600;
const notThere = (seconds: number) =>
  eventAbout({ target }, 'PlatformPublishFailed', {
    attemptId: 'attempt-1',
    reason: 'not-there',
    words: null,
    retryable: true,
    retryAt: at(seconds),
  });
const again = (data: { requestedAt: string; lookUntil?: string; nextAt?: string; atOwnRisk?: true }) =>
  eventAbout({ target }, 'PublishRetryRequested', data);

it('accepts no absence until five minutes after the connection was closed and the post would show', () => {
  const events = [started(), unknown(at(32)), absent(32, at(128))];
  for (const seconds of [60, 75, 240, 359])
    given(...events)
      .when((publication) => recordLookUp(publication, 'attempt-1', gone, contextAt(seconds)))
      .then();
  given(...events)
    .when((publication) => recordLookUp(publication, 'attempt-1', gone, contextAt(360)))
    .then(absent(360, at(360)), notThere(360));
});

it('records only the first and the deciding absence of an attempt, and one after a failed look-up', () => {
  const broken = eventAbout({ target }, 'PublishLookedUp', {
    attemptId: 'attempt-1',
    result: 'failed',
    words: null,
    lookedUpAt: at(60),
    nextAt: at(90),
  });
  given(started(), unknown(at(32)), absent(32, at(60)), broken)
    .when((publication) => recordLookUp(publication, 'attempt-1', gone, contextAt(90)))
    .then(absent(90, at(360)));
});

it('sends again by the rule of look-ups when a person requests it, and records the end of the look-ups', () => {
  const wish = again({ requestedAt: at(99), lookUntil: at(360), nextAt: at(360) });
  given(started(), unknown(at(32)), absent(32, at(128)))
    .when((publication) => requestRetry(publication, lookedFor, contextAt(99)))
    .then(wish);
  const wished = after(started(), unknown(at(32)), absent(32, at(128)), wish);
  expect(wished.status).toBe('unknown');
  expect(nextStep(wished, contextAt(360))).toEqual({ kind: 'look-up' });
  given(started(), unknown(at(32)), absent(32, at(128)), wish)
    .when((publication) => recordLookUp(publication, 'attempt-1', gone, contextAt(359)))
    .then();
});

it('gives a retry all tries and six more hours, even after look-ups had ended', () => {
  const late = 10 * hour;
  const wish = again({ requestedAt: at(late), lookUntil: at(late + 2), nextAt: at(late + 2) });
  const events = [started(), unknown(null), absent(late, null)];
  given(...events)
    .when((publication) => requestRetry(publication, lookedFor, contextAt(late)))
    .then(wish);
  given(...events, wish)
    .when((publication) => recordLookUp(publication, 'attempt-1', gone, contextAt(late + 2)))
    .then(absent(late + 2, at(late + 2)), notThere(late + 2));
});

it('records the same retry request once', () => {
  const wish = again({ requestedAt: at(99), lookUntil: at(360), nextAt: at(360) });
  given(started(), unknown(at(32)), absent(32, at(128)), wish)
    .when((publication) => requestRetry(publication, lookedFor, contextAt(120)))
    .then();
});

it('lets a person who accepts the risk send again at once, and records that', () => {
  const wish = again({ requestedAt: at(99), atOwnRisk: true });
  given(started(), unknown(at(32)), absent(32, at(128)))
    .when((publication) => requestRetry(publication, atOwnRisk, contextAt(99)))
    .then(wish);
  expect(nextStep(after(started(), unknown(at(32)), wish), contextAt(99))).toEqual({ kind: 'attempt' });
});

it('waits until a late call has arrived before it sends again without a look-up', () => {
  const events = [started(), unknown(null)];
  given(...events)
    .when((publication) => requestRetry(publication, blind, contextAt(99, { rule: 'never' })))
    .then(again({ requestedAt: at(99), nextAt: at(330) }));
  given(...events)
    .when((publication) => requestRetry(publication, blind, contextAt(330, { rule: 'never' })))
    .then(again({ requestedAt: at(330) }));
  const waits = after(...events, again({ requestedAt: at(99), nextAt: at(330) }));
  expect(nextStep(waits, contextAt(99))).toEqual({ kind: 'wait', until: at(330) });
  expect(nextStep(waits, contextAt(330))).toEqual({ kind: 'attempt' });
});

it('does not wait where a late call is harmless, or after a certain failure', () => {
  given(started(), unknown(at(32)))
    .when((publication) => requestRetry(publication, blind, contextAt(40, { rule: 'always' })))
    .then(again({ requestedAt: at(40) }));
  given(started(), failed())
    .when((publication) => requestRetry(publication, atOwnRisk, contextAt(40)))
    .then(again({ requestedAt: at(40) }));
});
