import { expect, it } from '@jest/globals';
import { specify } from '@posthorn/event-sourcing/testing';
import { publicationStream, type Publication, type PublicationEvent } from './publication.ts';
import { eventAbout } from './event-about.ts';
import { callWithin, preparationWithin, PUBLISHING_TIMES } from './publishing-times.ts';
import { nextStep, recordLookUp } from './testing/publication-decisions.ts';
import { accepted, at, contextAt, started, target, unknown } from './testing/publication-samples.ts';

const given = specify(publicationStream);
const stateAfter = (...events: PublicationEvent[]): Publication =>
  events.reduce(publicationStream.evolve, publicationStream.initial);
const pending = { kind: 'pending' } as const;
const broken = { kind: 'refused', reason: 'media-rejected', words: 'Bad codec.', retryable: false } as const;
const failed = (retryAt: string | null) =>
  eventAbout({ target }, 'PlatformPublishFailed', {
    attemptId: 'attempt-1',
    reason: 'media-rejected',
    words: 'Bad codec.',
    retryable: retryAt !== null,
    retryAt,
  });

it("fails a post with the platform's text when the platform accepted it but could not finish it", () => {
  given(started(), accepted(1))
    .when((publication) => recordLookUp(publication, 'attempt-1', broken, contextAt(6)))
    .then(failed(null));
});

it('fails a post with an unknown outcome when the platform reports a failure', () => {
  given(started(), unknown(at(32)))
    .when((publication) => recordLookUp(publication, 'attempt-1', broken, contextAt(32)))
    .then(failed(null));
});

it('tries again after a temporary failure of the platform', () => {
  const temporaryFailure = { ...broken, retryable: true };
  for (const events of [
    [started(), accepted(1)],
    [started(), unknown(at(32))],
  ])
    given(...events)
      .when((publication) => recordLookUp(publication, 'attempt-1', temporaryFailure, contextAt(40)))
      .then(failed(at(70)));
  expect(nextStep(stateAfter(started(), accepted(1), failed(at(70))), contextAt(70))).toEqual({
    kind: 'attempt',
  });
});

it('records nothing while the platform is working, and after six hours leaves the decision to a person', () => {
  given(started(), unknown(at(32)))
    .when((publication) => recordLookUp(publication, 'attempt-1', pending, contextAt(32)))
    .then();
  given(started(), unknown(at(32)))
    .when((publication) => recordLookUp(publication, 'attempt-1', pending, contextAt(6 * 3600)))
    .then(
      eventAbout({ target }, 'PublishLookedUp', {
        attemptId: 'attempt-1',
        result: 'cannot-tell',
        words: null,
        lookedUpAt: at(6 * 3600),
        nextAt: null,
      }),
    );
});

it('marks an accepted post as unknown after half an hour of processing, and continues to look it up', () => {
  given(started(), accepted(1))
    .when((publication) => recordLookUp(publication, 'attempt-1', pending, contextAt(1800)))
    .then();
  given(started(), accepted(1))
    .when((publication) => recordLookUp(publication, 'attempt-1', pending, contextAt(1801)))
    .then(unknown(at(1803), 'no-answer', at(360)));
});

it('gives a call that sends part of a file enough time for a slow connection', () => {
  const seconds = (bytes: number, callBytes: number) => callWithin(bytes, callBytes, PUBLISHING_TIMES) / 1000;
  expect([seconds(0, 0), seconds(50_000_000, 0), seconds(0, 10_000_000)]).toEqual([30, 30, 30]);
  expect([seconds(5_000_000, 10_000_000), seconds(50_000_000, 10_000_000)]).toEqual([70, 110]);
});
it('gives a preparation two to ten minutes, depending on the bytes', () => {
  const minutes = [0, 15_000_000, 60_000_000, 1_000_000_000].map(
    (bytes) => preparationWithin(bytes, PUBLISHING_TIMES) / 60_000,
  );
  expect(minutes).toEqual([2, 4, 10, 10]);
});
