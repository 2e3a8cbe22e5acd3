import { expect, it } from '@jest/globals';
import { specify } from '@posthorn/event-sourcing/testing';
import { publicationStream, type Publication, type PublicationEvent } from './publication.ts';
import { giveUp, loseAccount, nextStep } from './testing/publication-decisions.ts';
import { PUBLISHING_TIMES } from './publishing-times.ts';
import { resume, warn } from './readiness.ts';
import {
  at,
  contextAt,
  deletionAttempted,
  deletionRequested,
  failed,
  published,
  resumedAt,
  scheduledFor,
  started,
  target,
  waiting,
  warned,
} from './testing/publication-samples.ts';
import { eventAbout } from './event-about.ts';

const given = specify(publicationStream);
const stateAfter = (...events: PublicationEvent[]): Publication =>
  events.reduce(publicationStream.evolve, publicationStream.initial);
const hours = 3600;
const dateAt = (seconds: number) => new Date(at(seconds));
const checkContext = (postRevision = 0, times = PUBLISHING_TIMES) => ({
  target,
  now: dateAt(-900),
  scheduledFor,
  postRevision,
  times,
});
const reconnectProblem = { code: 'reconnect', message: 'Look.' };
const quotaProblem = { code: 'quota', message: 'Look.' };

it('checks for six hours whether the account is connected again, and then fails the target with the reason "reconnect"', () => {
  expect(nextStep(stateAfter(waiting()), contextAt(1))).toEqual({ kind: 'reconnect' });
  expect(nextStep(stateAfter(waiting()), contextAt(6 * hours))).toEqual({ kind: 'give-up' });
  given(waiting())
    .when((publication) => giveUp(publication, contextAt(6 * hours)))
    .then(failed('reconnect', null));
});

it('fails a target that waits for its account when the account is disconnected', () => {
  given(waiting())
    .when((publication) => loseAccount(publication, contextAt(60)))
    .then(
      eventAbout({ target }, 'PlatformPublishFailed', {
        attemptId: null,
        reason: 'account-missing',
        words: null,
        retryable: false,
        retryAt: null,
      }),
    );
  given(waiting(), resumedAt(60))
    .when((publication) => loseAccount(publication, contextAt(61)))
    .then();
});

it('tries immediately when the account is connected again', () => {
  given(started(), waiting('attempt-1'))
    .when((publication) => resume(publication, target, dateAt(60)))
    .then(resumedAt(60));
  expect(nextStep(stateAfter(waiting(), resumedAt(60)), contextAt(60))).toEqual({ kind: 'attempt' });
});

it('does not record a second resumption, or a resumption when nothing waits', () => {
  for (const events of [[], [waiting(), resumedAt(60)], [started()], [started(), published('answer', 1)]])
    given(...events)
      .when((publication) => resume(publication, target, dateAt(61)))
      .then();
});

it('keeps the due time when only a warning ends', () => {
  given(warned())
    .when((publication) => resume(publication, target, dateAt(-60)))
    .then(resumedAt(-60, false));
  expect(nextStep(stateAfter(warned(), resumedAt(-60, false)), contextAt(-30))).toMatchObject({
    until: scheduledFor,
  });
});

it('resumes a waiting deletion', () => {
  const until = at(8 * hours);
  const postponed = eventAbout({ target }, 'RemoteDeletionPostponed', {
    reason: 'reconnect',
    words: null,
    until,
  });
  given(started(), published('answer', 1), deletionRequested(10), deletionAttempted(11), postponed)
    .when((publication) => resume(publication, target, dateAt(60)))
    .then(resumedAt(60, false));
});

it('warns about each problem once', () => {
  given()
    .when((publication) => warn(publication, [reconnectProblem, quotaProblem, quotaProblem], checkContext()))
    .then(warned(), warned('quota'));
  given(warned())
    .when((publication) => warn(publication, [reconnectProblem, quotaProblem], checkContext()))
    .then(warned('quota'));
});

it('stores the variant and the values of a warning', () => {
  const details = { variant: 'bytes', values: { platform: 'Bluesky' } };
  const [event] = warn(stateAfter(), [{ ...quotaProblem, ...details }], checkContext());
  expect(event?.data).toMatchObject({ code: 'quota', words: 'Look.', ...details });
});

it('records at most as many warnings as `maxEvents` allows', () => {
  const times = { ...PUBLISHING_TIMES, maxEvents: 2 };
  given(warned())
    .when((publication) =>
      warn(publication, [quotaProblem, { code: 'third', message: 'Look.' }], checkContext(0, times)),
    )
    .then(warned('quota'));
});

it('warns about the same problem again when the post was changed', () => {
  given(warned())
    .when((publication) => warn(publication, [reconnectProblem], checkContext(1)))
    .then(warned('reconnect', 1));
});

it('does not warn after publishing has started, or while the target waits for its account', () => {
  for (const events of [[started()], [waiting()], [started(), published('answer', 1)]])
    given(...events)
      .when((publication) => warn(publication, [reconnectProblem], checkContext()))
      .then();
});
