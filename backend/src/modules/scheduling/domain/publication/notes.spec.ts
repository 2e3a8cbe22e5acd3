import { expect, it } from '@jest/globals';
import { specify } from '@posthorn/event-sourcing/testing';
import { fact } from './fact.ts';
import { withNote } from './notes.ts';
import { publicationStream, type PublicationEvent } from './publication.ts';
import { recordLookUp, settle } from './testing/publication-decisions.ts';
import {
  absent,
  accepted,
  at,
  contextAt,
  failed,
  prepared,
  retrying,
  started,
  target,
  unknown,
} from './testing/publication-facts.ts';

const given = specify(publicationStream);
const asked = { key: 'k1' };
const noted = { key: 'k1', lost: true };
const note = fact({ target }, 'PublishPrepared', { contentHash: 'hash', refs: noted });
const plain = { kind: 'refused', reason: 'media-lost', words: null, retryable: true } as const;
const lost = { ...plain, noted } as const;
const stopped = { kind: 'unknown', cause: 'server-error', words: 'Spam?', noted } as const;
const lookedAt = { kind: 'refused', reason: 'rejected', words: null, retryable: false, noted } as const;

const answered = (
  outcome: Parameters<typeof settle>[2] & Readonly<{ noted?: typeof noted }>,
  seconds = 1,
) => {
  const c = contextAt(seconds);
  const lesson = { attemptId: 'attempt-1', asked, noted: outcome.noted };
  return (publication: Parameters<typeof settle>[0]): PublicationEvent[] =>
    withNote(publication, lesson, (told) => settle(told, 'attempt-1', outcome, c), c);
};

it('keeps what a refusal taught beside the refusal, the note first', () => {
  given(prepared(), started())
    .when(answered(lost))
    .then(
      note,
      fact({ target }, 'PlatformPublishFailed', {
        ...{ attemptId: 'attempt-1', reason: 'media-lost', words: null },
        ...{ retryable: true, retryAt: at(1 + 30) },
      }),
    );
});

it('keeps what an unclear answer taught, also when the attempt was found without an outcome before', () => {
  const [told] = answered(stopped)(
    [prepared(), started()].reduce(publicationStream.evolve, publicationStream.initial),
  );
  expect(told).toEqual(note);
  given(prepared(), started(), unknown(at(32), 'lost-worker'))
    .when(answered(stopped, 31))
    .then(note);
});

it('keeps what a look-up taught', () => {
  const c = contextAt(40);
  const lesson = { attemptId: 'attempt-1', asked, noted };
  const failure = fact({ target }, 'PlatformPublishFailed', {
    ...{ attemptId: 'attempt-1', reason: 'rejected', words: null, retryable: false, retryAt: null },
  });
  for (const before of [accepted(1), unknown(at(32))])
    given(prepared(), started(), before)
      .when((publication) =>
        withNote(publication, lesson, (told) => recordLookUp(told, 'attempt-1', lookedAt, c), c),
      )
      .then(note, failure);
});

it('tells an outcome that taught nothing, or nothing new, alone', () => {
  const told = retrying(31);
  const failure = { ...told, data: { ...told.data, reason: 'media-lost' } };
  given(prepared(), started()).when(answered(plain)).then(failure);
  given(prepared(), started())
    .when(answered({ ...lost, noted: asked as typeof noted }))
    .then(failure);
});

it('leaves references alone that somebody has replaced since the platform was asked', () => {
  const other = fact({ target }, 'PublishPrepared', { contentHash: 'hash', refs: { key: 'k2' } });
  given(prepared(), started(), unknown(at(32)), other)
    .when(answered(stopped, 40))
    .then();
});

it('keeps nothing of an attempt that is not the last one, or is settled', () => {
  given(prepared(), started(), retrying(60), started(2, 60)).when(answered(lost, 61)).then();
  given(prepared(), started(), failed()).when(answered(lost, 61)).then();
  given(prepared(), started(), unknown(at(32)), absent(33, at(40)), retrying(60))
    .when(answered(stopped, 61))
    .then();
});

it('makes the story longer by itself and by the preparation that follows from it', () => {
  const facts = (...events: PublicationEvent[]) =>
    events.reduce(publicationStream.evolve, publicationStream.initial).facts;
  expect(facts(prepared(), started())).toBe(1);
  expect(facts(prepared(), started(), note)).toBe(3);
  expect(facts(prepared(), started(), accepted(1), note)).toBe(4);
});
