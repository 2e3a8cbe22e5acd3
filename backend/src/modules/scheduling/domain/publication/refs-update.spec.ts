import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import { expect, it } from '@jest/globals';
import { specify } from '@posthorn/event-sourcing/testing';
import { eventAbout } from './event-about.ts';
import { withRefsUpdate } from './refs-update.ts';
import { publicationStream, type Publication, type PublicationEvent } from './publication.ts';
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
} from './testing/publication-samples.ts';

const given = specify(publicationStream);
const asked = { key: 'k1' };
const update = (to: JsonObject) => ({ attemptId: 'attempt-1', from: asked, to });
const newRefs = { key: 'k1', lost: true };
const replaced = eventAbout({ target }, 'PublishPrepared', { contentHash: 'hash', refs: newRefs });
const plain = { kind: 'refused', reason: 'media-lost', words: null, retryable: true } as const;
const lost = { ...plain, newRefs } as const;
const stopped = { kind: 'unknown', cause: 'server-error', words: 'Spam?', newRefs } as const;
const lookedAt = { kind: 'refused', reason: 'rejected', words: null, retryable: false, newRefs } as const;

const answered = (
  outcome: Parameters<typeof settle>[2] & Readonly<{ newRefs?: typeof newRefs }>,
  seconds = 1,
) => {
  const c = contextAt(seconds);
  const decide = (publication: Publication) => settle(publication, 'attempt-1', outcome, c);
  return (publication: Publication): PublicationEvent[] =>
    outcome.newRefs ? withRefsUpdate(publication, update(outcome.newRefs), decide, c) : decide(publication);
};

it('records new references before the refusal that brought them', () => {
  given(prepared(), started())
    .when(answered(lost))
    .then(
      replaced,
      eventAbout({ target }, 'PlatformPublishFailed', {
        attemptId: 'attempt-1',
        reason: 'media-lost',
        words: null,
        retryable: true,
        retryAt: at(1 + 30),
      }),
    );
});

it('keeps the references of an unclear answer, even when the attempt was already found without an outcome', () => {
  const [event] = answered(stopped)(
    [prepared(), started()].reduce(publicationStream.evolve, publicationStream.initial),
  );
  expect(event).toEqual(replaced);
  given(prepared(), started(), unknown(at(32), 'lost-worker'))
    .when(answered(stopped, 31))
    .then(replaced);
});

it('keeps the references of a look-up', () => {
  const c = contextAt(40);
  const failure = eventAbout({ target }, 'PlatformPublishFailed', {
    attemptId: 'attempt-1',
    reason: 'rejected',
    words: null,
    retryable: false,
    retryAt: null,
  });
  for (const before of [accepted(1), unknown(at(32))])
    given(prepared(), started(), before)
      .when((publication) =>
        withRefsUpdate(
          publication,
          update(newRefs),
          (state) => recordLookUp(state, 'attempt-1', lookedAt, c),
          c,
        ),
      )
      .then(replaced, failure);
});

it('records only the outcome when the references are missing or the same', () => {
  const retry = retrying(31);
  const failure = { ...retry, data: { ...retry.data, reason: 'media-lost' } };
  given(prepared(), started()).when(answered(plain)).then(failure);
  given(prepared(), started())
    .when(answered({ ...lost, newRefs: asked as typeof newRefs }))
    .then(failure);
});

it('keeps references that were replaced after the platform was asked', () => {
  const other = eventAbout({ target }, 'PublishPrepared', { contentHash: 'hash', refs: { key: 'k2' } });
  given(prepared(), started(), unknown(at(32)), other)
    .when(answered(stopped, 40))
    .then();
});

it('keeps no references of an attempt that is settled or not the last one', () => {
  given(prepared(), started(), retrying(60), started(2, 60)).when(answered(lost, 61)).then();
  given(prepared(), started(), failed()).when(answered(lost, 61)).then();
  given(prepared(), started(), unknown(at(32)), absent(33, at(40)), retrying(60))
    .when(answered(stopped, 61))
    .then();
});

it('adds at most its own event and that of the next preparation', () => {
  const countOf = (...events: PublicationEvent[]) =>
    events.reduce(publicationStream.evolve, publicationStream.initial).eventCount;
  expect(countOf(prepared(), started())).toBe(1);
  expect(countOf(prepared(), started(), replaced)).toBe(3);
  expect(countOf(prepared(), started(), accepted(1), replaced)).toBe(4);
});
