import { expect, it } from '@jest/globals';
import { specify } from '@posthorn/event-sourcing/testing';
import { publicationStream, type Publication, type PublicationEvent } from './publication.ts';
import { eventAbout } from './event-about.ts';
import { requestRetry } from './publishing-rules.ts';
import { failPreparation, nextStep, recordLookUp, settle } from './testing/publication-decisions.ts';
import { absent, at, contextAt, failed, started, target, unknown } from './testing/publication-samples.ts';

// A delayed call may reach the platform minutes after the worker stopped waiting for it.

const given = specify(publicationStream);
const stateAfter = (...events: PublicationEvent[]): Publication =>
  events.reduce(publicationStream.evolve, publicationStream.initial);
const absence = { kind: 'absent' } as const;
const withLookUp = { atOwnRisk: false, isLookedUp: true };
const withoutLookUp = { atOwnRisk: false, isLookedUp: false };
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
const retryRequested = (data: {
  requestedAt: string;
  lookUntil?: string;
  nextAt?: string;
  atOwnRisk?: true;
}) => eventAbout({ target }, 'PublishRetryRequested', data);

it('accepts an absence only five minutes after the connection was closed, plus the time until a post is visible', () => {
  const events = [started(), unknown(at(32)), absent(32, at(128))];
  for (const seconds of [60, 75, 240, 359])
    given(...events)
      .when((publication) => recordLookUp(publication, 'attempt-1', absence, contextAt(seconds)))
      .then();
  given(...events)
    .when((publication) => recordLookUp(publication, 'attempt-1', absence, contextAt(360)))
    .then(absent(360, at(360)), notThere(360));
});

it('records the first and the deciding absence of an attempt, and an absence after a failed look-up', () => {
  const broken = eventAbout({ target }, 'PublishLookedUp', {
    attemptId: 'attempt-1',
    result: 'failed',
    words: null,
    lookedUpAt: at(60),
    nextAt: at(90),
  });
  given(started(), unknown(at(32)), absent(32, at(60)), broken)
    .when((publication) => recordLookUp(publication, 'attempt-1', absence, contextAt(90)))
    .then(absent(90, at(360)));
});

it('looks up the post first when a person requests a retry, and records until when look-ups run', () => {
  const retryRequest = retryRequested({ requestedAt: at(99), lookUntil: at(360), nextAt: at(360) });
  given(started(), unknown(at(32)), absent(32, at(128)))
    .when((publication) => requestRetry(publication, withLookUp, contextAt(99)))
    .then(retryRequest);
  const publicationWithRequest = stateAfter(started(), unknown(at(32)), absent(32, at(128)), retryRequest);
  expect(publicationWithRequest.status).toBe('unknown');
  expect(nextStep(publicationWithRequest, contextAt(360))).toEqual({ kind: 'look-up' });
  given(started(), unknown(at(32)), absent(32, at(128)), retryRequest)
    .when((publication) => recordLookUp(publication, 'attempt-1', absence, contextAt(359)))
    .then();
});

it('allows new attempts after a retry request, even after the look-ups had ended', () => {
  const late = 10 * hour;
  const retryRequest = retryRequested({
    requestedAt: at(late),
    lookUntil: at(late + 2),
    nextAt: at(late + 2),
  });
  const events = [started(), unknown(null), absent(late, null)];
  given(...events)
    .when((publication) => requestRetry(publication, withLookUp, contextAt(late)))
    .then(retryRequest);
  given(...events, retryRequest)
    .when((publication) => recordLookUp(publication, 'attempt-1', absence, contextAt(late + 2)))
    .then(absent(late + 2, at(late + 2)), notThere(late + 2));
});

it('records the same retry request once', () => {
  const retryRequest = retryRequested({ requestedAt: at(99), lookUntil: at(360), nextAt: at(360) });
  given(started(), unknown(at(32)), absent(32, at(128)), retryRequest)
    .when((publication) => requestRetry(publication, withLookUp, contextAt(120)))
    .then();
});

it('sends again immediately when a person accepts the risk, and records the acceptance', () => {
  const retryRequest = retryRequested({ requestedAt: at(99), atOwnRisk: true });
  given(started(), unknown(at(32)), absent(32, at(128)))
    .when((publication) => requestRetry(publication, atOwnRisk, contextAt(99)))
    .then(retryRequest);
  expect(nextStep(stateAfter(started(), unknown(at(32)), retryRequest), contextAt(99))).toEqual({
    kind: 'attempt',
  });
});

it('waits until a late call must have arrived before it sends again without a look-up', () => {
  const events = [started(), unknown(null)];
  given(...events)
    .when((publication) => requestRetry(publication, withoutLookUp, contextAt(99, { rule: 'never' })))
    .then(retryRequested({ requestedAt: at(99), nextAt: at(330) }));
  given(...events)
    .when((publication) => requestRetry(publication, withoutLookUp, contextAt(330, { rule: 'never' })))
    .then(retryRequested({ requestedAt: at(330) }));
  const waitingState = stateAfter(...events, retryRequested({ requestedAt: at(99), nextAt: at(330) }));
  expect(nextStep(waitingState, contextAt(99))).toEqual({ kind: 'wait', until: at(330) });
  expect(nextStep(waitingState, contextAt(330))).toEqual({ kind: 'attempt' });
});

it('does not wait when a late call is harmless, or after a certain failure', () => {
  given(started(), unknown(at(52)))
    .when((publication) => requestRetry(publication, withoutLookUp, contextAt(40, { rule: 'always' })))
    .then(retryRequested({ requestedAt: at(40), lookUntil: at(40) }));
  given(started(), failed())
    .when((publication) => requestRetry(publication, atOwnRisk, contextAt(40)))
    .then(retryRequested({ requestedAt: at(40) }));
});

it('keeps the outcome unknown when a person has the same call repeated, whatever the repetition gets', () => {
  const request = retryRequested({ requestedAt: at(7 * hour), lookUntil: at(7 * hour) });
  const requested = [started(), unknown(null), request];
  const later = contextAt(7 * hour, { rule: 'always' });
  expect(nextStep(stateAfter(...requested), later)).toEqual({ kind: 'attempt' });
  given(...requested)
    .when((publication) => requestRetry(publication, withoutLookUp, later))
    .then();
  const refused = { kind: 'refused', reason: 'reconnect', words: null, retryable: false } as const;
  given(...requested)
    .when((publication) => failPreparation(publication, refused, later))
    .then();
  given(...requested, started(2, 7 * hour))
    .when((publication) => settle(publication, 'attempt-2', refused, later))
    .then(
      eventAbout({ target }, 'PlatformPublishUnknown', {
        attemptId: 'attempt-2',
        cause: 'timeout',
        words: null,
        nextAt: at(7 * hour + 2),
      }),
    );
});
