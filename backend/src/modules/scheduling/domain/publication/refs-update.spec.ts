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
const oldRefs = { key: 'k1' };
const update = (to: JsonObject) => ({ attemptId: 'attempt-1', from: oldRefs, to });
const newRefs = { key: 'k1', lost: true };
const replaced = eventAbout({ target }, 'PublishPrepared', { contentHash: 'hash', refs: newRefs });
const withoutRefs = { kind: 'refused', reason: 'media-lost', words: null, retryable: true } as const;
const lost = { ...withoutRefs, newRefs } as const;
const unclear = { kind: 'unknown', cause: 'server-error', words: 'Spam?', newRefs } as const;
const lookUpResult = { kind: 'refused', reason: 'rejected', words: null, retryable: false, newRefs } as const;

const settling = (
  outcome: Parameters<typeof settle>[2] & Readonly<{ newRefs?: typeof newRefs }>,
  seconds = 1,
) => {
  const context = contextAt(seconds);
  const decide = (publication: Publication) => settle(publication, 'attempt-1', outcome, context);
  return (publication: Publication): PublicationEvent[] =>
    outcome.newRefs
      ? withRefsUpdate(publication, update(outcome.newRefs), decide, context)
      : decide(publication);
};

it('records new references before the refusal that contained them', () => {
  given(prepared(), started())
    .when(settling(lost))
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

it('stores the references of an unclear outcome, even when the attempt was already recorded as unknown', () => {
  const [event] = settling(unclear)(
    [prepared(), started()].reduce(publicationStream.evolve, publicationStream.initial),
  );
  expect(event).toEqual(replaced);
  given(prepared(), started(), unknown(at(32), 'lost-worker'))
    .when(settling(unclear, 31))
    .then(replaced);
});

it('stores the references of a look-up', () => {
  const context = contextAt(40);
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
          (state) => recordLookUp(state, 'attempt-1', lookUpResult, context),
          context,
        ),
      )
      .then(replaced, failure);
});

it('records only the outcome when the references are missing or the same', () => {
  const retry = retrying(31);
  const failure = { ...retry, data: { ...retry.data, reason: 'media-lost' } };
  given(prepared(), started()).when(settling(withoutRefs)).then(failure);
  given(prepared(), started())
    .when(settling({ ...lost, newRefs: oldRefs as typeof newRefs }))
    .then(failure);
});

it('does not overwrite references that were replaced after the call', () => {
  const other = eventAbout({ target }, 'PublishPrepared', { contentHash: 'hash', refs: { key: 'k2' } });
  given(prepared(), started(), unknown(at(32)), other)
    .when(settling(unclear, 40))
    .then();
});

it('does not store references of an attempt that has ended or is not the last attempt', () => {
  given(prepared(), started(), retrying(60), started(2, 60)).when(settling(lost, 61)).then();
  given(prepared(), started(), failed()).when(settling(lost, 61)).then();
  given(prepared(), started(), unknown(at(32)), absent(33, at(40)), retrying(60))
    .when(settling(unclear, 61))
    .then();
});

it('counts an update of references as at most two events: its own and that of the next preparation', () => {
  const countOf = (...events: PublicationEvent[]) =>
    events.reduce(publicationStream.evolve, publicationStream.initial).eventCount;
  expect(countOf(prepared(), started())).toBe(1);
  expect(countOf(prepared(), started(), replaced)).toBe(3);
  expect(countOf(prepared(), started(), accepted(1), replaced)).toBe(4);
});
