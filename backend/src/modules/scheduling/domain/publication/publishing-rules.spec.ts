import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import { expect, it } from '@jest/globals';
import { specify } from '@posthorn/event-sourcing/testing';
import { publicationStream, type Publication, type PublicationEvent } from './publication.ts';
import { eventAbout } from './event-about.ts';
import { cancel, confirmPublished, storePrepared, requestRetry, undoCancel } from './publishing-rules.ts';
import { PUBLISHING_TIMES } from './publishing-times.ts';
import { giveUp, nextStep, postpone, startAttempt } from './testing/publication-decisions.ts';
import {
  absent,
  accepted,
  at,
  contextAt,
  failed,
  prepared,
  published,
  retrying,
  started,
  target,
  unknown,
} from './testing/publication-samples.ts';

const given = specify(publicationStream);
const stateAfter = (...events: PublicationEvent[]): Publication =>
  events.reduce(publicationStream.evolve, publicationStream.initial);
const attempt = (number: number) => ({
  attemptId: `attempt-${String(number)}`,
  contentHash: 'hash',
  refs: { key: 'k1' },
  fingerprint: 'print',
});
const preparedRefs = (refs: JsonObject, keptRefs: JsonObject | null) => ({
  contentHash: 'hash',
  refs,
  keptRefs,
});
const hours = 3600;
const request = { atOwnRisk: false, isLookedUp: false };

it('attempts a target at its due time, not before', () => {
  expect(nextStep(stateAfter(), contextAt(-0.001))).toEqual({ kind: 'wait', until: at(0) });
  expect(nextStep(stateAfter(), contextAt(0))).toEqual({ kind: 'attempt' });
});

it('records references, and the same references only once', () => {
  given()
    .when((publication) => storePrepared(publication, preparedRefs({ key: 'k1' }, null), contextAt(0)))
    .then(prepared());
  given(prepared())
    .when((publication) => storePrepared(publication, preparedRefs({ key: 'k1' }, null), contextAt(0)))
    .then();
});

it('replaces a preparation of other content', () => {
  given(prepared('old'))
    .when((publication) => storePrepared(publication, preparedRefs({ key: 'k1' }, null), contextAt(0)))
    .then(prepared('hash'));
});

it('replaces references only if the worker has read the stored references', () => {
  given(prepared())
    .when((publication) =>
      storePrepared(publication, preparedRefs({ key: 'k2' }, { key: 'k1' }), contextAt(0)),
    )
    .then(eventAbout({ target }, 'PublishPrepared', { contentHash: 'hash', refs: { key: 'k2' } }));
  given(prepared())
    .when((publication) => storePrepared(publication, preparedRefs({ key: 'k2' }, null), contextAt(0)))
    .thenRejects('scheduling.publishing-is-elsewhere');
});

it('does not start an attempt with references that differ from the stored references', () => {
  for (const events of [[], [prepared('old')]])
    given(...events)
      .when((publication) => startAttempt(publication, attempt(1), contextAt(0)))
      .then();
  given(prepared())
    .when((publication) => startAttempt(publication, { ...attempt(1), refs: { key: 'k2' } }, contextAt(0)))
    .then();
});

it('records an intent with its number, latest start and deadline', () => {
  given(prepared())
    .when((publication) => startAttempt(publication, attempt(1), contextAt(0)))
    .then(started(1, 0));
});

it('numbers attempts consecutively', () => {
  given(prepared(), started(1, 0), retrying(60))
    .when((publication) => startAttempt(publication, attempt(2), contextAt(60)))
    .then(started(2, 60));
});

it('repeats a call with an unknown outcome if repetitions are harmless on the platform', () => {
  const always = contextAt(32, { rule: 'always' });
  expect(nextStep(stateAfter(started(), unknown(at(32))), always)).toEqual({ kind: 'attempt' });
  given(prepared(), started(1, -32), unknown(at(0)))
    .when((publication) => startAttempt(publication, attempt(2), contextAt(0, { rule: 'always' })))
    .then(started(2, 0));
});

it('does not repeat a call with an unknown outcome on any other platform', () => {
  given(started(1, -32), unknown(at(0)))
    .when((publication) => startAttempt(publication, attempt(2), contextAt(0)))
    .then();
});

it('postpones a try without counting it', () => {
  const rate = { reason: 'rate-limit', words: null, until: at(300) };
  given()
    .when((publication) => postpone(publication, rate, contextAt(0)))
    .then(eventAbout({ target }, 'PublishPostponed', { attemptId: null, ...rate }));
  expect(stateAfter(eventAbout({ target }, 'PublishPostponed', { attemptId: null, ...rate })).tries).toBe(0);
});

it('does not count a started attempt that was postponed', () => {
  const postponed = stateAfter(
    started(),
    eventAbout({ target }, 'PublishPostponed', {
      attemptId: 'attempt-1',
      reason: 'rate-limit',
      words: null,
      until: at(20),
    }),
  );
  expect(postponed).toMatchObject({ status: 'retrying', tries: 0, dueAt: at(20) });
});

it("gives up six hours after the due time, and records the platform's last text", () => {
  given(
    started(),
    eventAbout({ target }, 'PlatformPublishFailed', {
      attemptId: 'attempt-1',
      reason: 'server',
      words: 'gone fishing',
      retryable: true,
      retryAt: at(60),
    }),
  )
    .when((publication) => giveUp(publication, contextAt(6 * hours)))
    .then(
      eventAbout({ target }, 'PlatformPublishFailed', {
        attemptId: null,
        reason: 'gave-up',
        words: 'gone fishing',
        retryable: false,
        retryAt: null,
      }),
    );
});

it('stores the details of the check for which a target waited when it gives the target up', () => {
  const said = { variant: 'quota', values: { platform: 'Threads' } };
  given(
    eventAbout({ target }, 'PublishPostponed', {
      attemptId: null,
      reason: 'rate-limit',
      words: 'The post waits.',
      until: at(6 * hours),
      ...said,
    }),
  )
    .when((publication) => giveUp(publication, contextAt(6 * hours)))
    .then(
      eventAbout({ target }, 'PlatformPublishFailed', {
        attemptId: null,
        reason: 'gave-up',
        words: null,
        retryable: false,
        retryAt: null,
        ...said,
      }),
    );
});

it('lets a person send a failed target again, and starts all tries and six hours again', () => {
  const again = eventAbout({ target }, 'PublishRetryRequested', { requestedAt: at(10 * hours) });
  given(started(), failed())
    .when((publication) => requestRetry(publication, request, contextAt(10 * hours)))
    .then(again);
  const publication = stateAfter(started(), failed(), again);
  expect(publication).toMatchObject({ status: 'retrying', tries: 0 });
  expect(nextStep(publication, contextAt(10 * hours))).toEqual({ kind: 'attempt' });
});

it('refuses to send again a target that is posted, open or being sent', () => {
  for (const events of [[], [started()], [started(), published('answer', 1)], [started(), accepted(1)]])
    given(...events)
      .when((publication) => requestRetry(publication, request, contextAt(99)))
      .thenRejects('scheduling.target-not-retryable');
});

it('accepts the confirmation of a person who saw the post', () => {
  given(started(), unknown(null), absent(60, null))
    .when((publication) => confirmPublished(publication, 'https://social.test/42', target, new Date(at(99))))
    .then(published('person', 99));
});

it('accepts a confirmation of a post that is not sent according to the log, as after a restore', () => {
  for (const events of [[], [started(), retrying(60)], [started(), failed()]]) {
    given(...events)
      .when((publication) => confirmPublished(publication, null, target, new Date(at(99))))
      .then(
        eventAbout({ target }, 'PlatformPublished', {
          attemptId: events.length === 0 ? null : 'attempt-1',
          remoteId: null,
          permalink: null,
          publishedAt: at(99),
          evidence: 'person',
        }),
      );
  }
});

it('refuses a confirmation of a target that is posted, was cancelled, or is being sent', () => {
  const cancelled = eventAbout({ target }, 'PublicationCancelled', { reason: 'post-removed' });
  for (const events of [[started(), published('answer', 5)], [cancelled], [started()]]) {
    given(...events)
      .when((publication) => confirmPublished(publication, null, target, new Date(at(99))))
      .thenRejects('scheduling.target-not-unknown');
  }
});

it('cancels a target that has not started or waits for another try', () => {
  const cancelled = eventAbout({ target }, 'PublicationCancelled', { reason: 'post-removed' });
  given()
    .when((publication) => cancel(publication, target, 'post-removed'))
    .then(cancelled);
  given(started(), retrying(60))
    .when((publication) => cancel(publication, target, 'post-removed'))
    .then(cancelled);
});

it('does not cancel an attempt that has started', () => {
  given(started())
    .when((publication) => cancel(publication, target, 'post-removed'))
    .thenRejects('scheduling.publishing-is-elsewhere');
});

it('does not start an attempt after a cancellation', () => {
  given(eventAbout({ target }, 'PublicationCancelled', { reason: 'post-removed' }))
    .when((publication) => startAttempt(publication, attempt(1), contextAt(0)))
    .then();
});

const cancelled = eventAbout({ target }, 'PublicationCancelled', { reason: 'post-removed' });

it('lets a person send a cancelled target again', () => {
  given(started(), retrying(60), cancelled)
    .when((publication) => requestRetry(publication, request, contextAt(90)))
    .then(eventAbout({ target }, 'PublishRetryRequested', { requestedAt: at(90) }));
});

it('sends a cancelled target that waited for a late call only when that call can no longer arrive', () => {
  const withoutLookUp = contextAt(100, { rule: 'never' });
  const earlierRequest = eventAbout({ target }, 'PublishRetryRequested', {
    requestedAt: at(60),
    nextAt: at(330),
  });
  const events = [started(), unknown(null), earlierRequest, cancelled];
  const later = eventAbout({ target }, 'PublishRetryRequested', { requestedAt: at(100), nextAt: at(330) });
  given(...events)
    .when((publication) => requestRetry(publication, request, withoutLookUp))
    .then(later);
  given(...events)
    .when((publication) => undoCancel(publication, contextAt(100)))
    .then(later);
});

it('resumes a cancelled target when the removal is undone in time', () => {
  const undoAt = (seconds: number) => (publication: Publication) =>
    undoCancel(publication, contextAt(seconds));
  given(started(), retrying(60), cancelled)
    .when(undoAt(6 * hours - 1))
    .then(eventAbout({ target }, 'PublishRetryRequested', { requestedAt: at(6 * hours - 1) }));
  given(started(), retrying(60), cancelled)
    .when(undoAt(6 * hours))
    .then();
  given(started(), published('answer', 1)).when(undoAt(60)).then();
});

it('uses the configured times when a removal is undone', () => {
  const retryRequested = eventAbout({ target }, 'PublishRetryRequested', {
    requestedAt: at(60),
    nextAt: at(330),
  });
  const times = { ...PUBLISHING_TIMES, giveUp: 120_000, lateCall: 70_000 };
  const undoAt = (seconds: number) => (publication: Publication) =>
    undoCancel(publication, contextAt(seconds, { times }));
  given(started(), unknown(null), retryRequested, cancelled)
    .when(undoAt(90))
    .then(eventAbout({ target }, 'PublishRetryRequested', { requestedAt: at(90), nextAt: at(100) }));
  given(started(), retrying(60), cancelled).when(undoAt(120)).then();
});
