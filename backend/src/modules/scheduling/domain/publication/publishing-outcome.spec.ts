import { expect, it } from '@jest/globals';
import { specify } from '@posthorn/event-sourcing/testing';
import { publicationStream } from './publication.ts';
import { eventAbout } from './event-about.ts';
import {
  failPreparation,
  loseWorker,
  nextStep,
  notStarted,
  recordLookUp,
  settle,
} from './testing/publication-decisions.ts';
import * as sample from './testing/publication-samples.ts';
import {
  absent,
  accepted,
  at,
  contextAt,
  failed,
  published,
  retrying,
  started,
  target,
  unknown,
  waiting,
} from './testing/publication-samples.ts';

const given = specify(publicationStream);
const found = { kind: 'published', remoteId: '42', permalink: 'https://social.test/42' } as const;
const network = { kind: 'refused', reason: 'network', words: null, retryable: true } as const;
const timeout = { kind: 'unknown', cause: 'timeout', words: null } as const;
const hours = 3600;

it('records a published post with its URL', () => {
  given(started())
    .when((publication) => settle(publication, 'attempt-1', found, contextAt(1)))
    .then(published('answer', 1));
});

it('records that not everyone can see a published post', () => {
  const { data } = published('answer', 1);
  given(started())
    .when((publication) => settle(publication, 'attempt-1', { ...found, limited: true }, contextAt(1)))
    .then(eventAbout({ target }, 'PlatformPublished', { ...data, limited: true }));
});

it('records a published post once', () => {
  given(started(), published('answer', 1))
    .when((publication) => settle(publication, 'attempt-1', found, contextAt(2)))
    .then();
});

it('records a late success, even after the attempt was recorded as unknown or failed', () => {
  for (const events of [
    [started(), unknown(null)],
    [started(), failed()],
    [started(), retrying(60)],
  ])
    given(...events)
      .when((publication) => settle(publication, 'attempt-1', found, contextAt(40)))
      .then(published('answer', 40));
});

it('tries again later when the call had no effect', () => {
  given(started())
    .when((publication) => settle(publication, 'attempt-1', network, contextAt(1)))
    .then(retrying(31));
});

it("fails immediately, with the platform's text, when the platform finally refuses the post", () => {
  given(started())
    .when((publication) =>
      settle(
        publication,
        'attempt-1',
        { kind: 'refused', reason: 'rejected', words: 'No.', retryable: false },
        contextAt(1),
      ),
    )
    .then(failed());
});

const revoked = { kind: 'refused', reason: 'reconnect', words: 'No.', retryable: false } as const;

it('waits for a new connection of the account, and does not count a try', () => {
  given(started())
    .when((publication) => settle(publication, 'attempt-1', revoked, contextAt(1)))
    .then(waiting('attempt-1'));
  given()
    .when((publication) => failPreparation(publication, revoked, contextAt(1)))
    .then(waiting());
  const { status, tries } = [started(), waiting('attempt-1')].reduce(
    publicationStream.evolve,
    publicationStream.initial,
  );
  expect({ status, tries }).toEqual({ status: 'retrying', tries: 0 });
});

it('fails with the reason "reconnect" when there is no time left to wait for a new connection', () => {
  given(started())
    .when((publication) => settle(publication, 'attempt-1', revoked, contextAt(6 * hours)))
    .then(failed('reconnect'));
});

it('tries again soon, and does not count a try, when the worker reports that it made no call', () => {
  given(started())
    .when((publication) => notStarted(publication, 'attempt-1', 'too-late', contextAt(5)))
    .then(sample.notStarted(7));
  const { status, tries, dueAt } = [started(), sample.notStarted(7)].reduce(
    publicationStream.evolve,
    publicationStream.initial,
  );
  expect({ status, tries, dueAt }).toEqual({ status: 'retrying', tries: 0, dueAt: at(7) });
});

it("accepts the worker's report about the last attempt even after its outcome was recorded as unknown", () => {
  given(started(), unknown(null, 'lost-worker'))
    .when((publication) => notStarted(publication, 'attempt-1', 'too-late', contextAt(40)))
    .then(sample.notStarted(42));
  for (const later of [[failed()], [retrying(40), started(2, 40)], [published('person', 35)]])
    given(started(), ...later)
      .when((publication) => notStarted(publication, 'attempt-1', 'too-late', contextAt(41)))
      .then();
});

it('fails after six tries', () => {
  const tries = [1, 2, 3, 4, 5].flatMap((number) => [
    started(number, number),
    retrying(number, `attempt-${String(number)}`),
  ]);
  given(...tries, started(6, 60))
    .when((publication) => settle(publication, 'attempt-6', network, contextAt(61)))
    .then(
      eventAbout({ target }, 'PlatformPublishFailed', {
        attemptId: 'attempt-6',
        reason: 'network',
        words: null,
        retryable: false,
        retryAt: null,
      }),
    );
});

it('counts the attempts of killed workers as tries', () => {
  const killed = (number: number) => [
    started(number, number * 400),
    unknown(null, 'lost-worker'),
    absent(number * 400 + 40, null),
    absent(number * 400 + 360, null),
    retrying(number * 400 + 360, `attempt-${String(number)}`),
  ];
  const four = [1, 2, 3, 4].flatMap(killed);
  given(...four, started(5, 2000))
    .when((publication) => settle(publication, 'attempt-5', network, contextAt(2001)))
    .then(
      eventAbout({ target }, 'PlatformPublishFailed', {
        attemptId: 'attempt-5',
        reason: 'network',
        words: null,
        retryable: true,
        retryAt: at(2001 + 450),
      }),
    );
});

it('counts a failed preparation as a try', () => {
  given(retrying(1, null), retrying(2, null), retrying(3, null), retrying(4, null), retrying(5, null))
    .when((publication) => failPreparation(publication, network, contextAt(6)))
    .then(
      eventAbout({ target }, 'PlatformPublishFailed', {
        attemptId: null,
        reason: 'network',
        words: null,
        retryable: false,
        retryAt: null,
      }),
    );
});

it('postpones after a rate limit, and does not count a try', () => {
  const limited = { kind: 'postponed', reason: 'rate-limit', words: 'Slow down', until: at(20) } as const;
  given(started())
    .when((publication) => settle(publication, 'attempt-1', limited, contextAt(1)))
    .then(
      eventAbout({ target }, 'PublishPostponed', {
        attemptId: 'attempt-1',
        reason: 'rate-limit',
        words: 'Slow down',
        until: at(20),
      }),
    );
});

it('marks an unclear outcome as unknown, and looks up the post soon', () => {
  given(started())
    .when((publication) => settle(publication, 'attempt-1', timeout, contextAt(30)))
    .then(unknown(at(32), 'timeout', at(360)));
});

it('leaves an unclear outcome to a person when the platform cannot be asked', () => {
  given(started())
    .when((publication) => settle(publication, 'attempt-1', timeout, contextAt(30, { rule: 'never' })))
    .then(unknown(null));
});

it('repeats a harmless call with an unclear outcome soon, and later with the delays of retries', () => {
  given(started())
    .when((publication) => settle(publication, 'attempt-1', timeout, contextAt(30, { rule: 'always' })))
    .then(unknown(at(32)));
  given(retrying(1, null), started())
    .when((publication) => settle(publication, 'attempt-1', timeout, contextAt(30, { rule: 'always' })))
    .then(unknown(at(90)));
});

it('looks up the post when the platform refuses it as a duplicate', () => {
  given(started())
    .when((publication) =>
      settle(
        publication,
        'attempt-1',
        { kind: 'refused', reason: 'duplicate', words: null, retryable: false },
        contextAt(1),
      ),
    )
    .then(unknown(at(3), 'duplicate', at(360)));
});

it('marks an attempt without an outcome as unknown after its deadline', () => {
  given(started())
    .when((publication) => loseWorker(publication, contextAt(29)))
    .then();
  given(started())
    .when((publication) => loseWorker(publication, contextAt(30)))
    .then(unknown(at(32), 'lost-worker', at(360)));
});

it('marks a target as posted when a look-up finds the post', () => {
  given(started(), unknown(at(32)))
    .when((publication) => recordLookUp(publication, 'attempt-1', found, contextAt(32)))
    .then(published('look-up', 32));
});

it('does not accept one negative look-up as proof, or two early negative look-ups', () => {
  const absence = { kind: 'absent' } as const;
  given(started(), unknown(at(3)))
    .when((publication) => recordLookUp(publication, 'attempt-1', absence, contextAt(3)))
    .then(absent(3, at(12)));
  given(started(), unknown(at(3)), absent(3, at(12)))
    .when((publication) => recordLookUp(publication, 'attempt-1', absence, contextAt(12)))
    .then();
  given(started(), unknown(at(362)))
    .when((publication) => recordLookUp(publication, 'attempt-1', absence, contextAt(362)))
    .then(absent(362, at(364)));
});

it('tries again after two negative look-ups, the second after a late call would be visible', () => {
  const harmless = contextAt(60, { isLateCallHarmless: true });
  given(started(), unknown(at(3)), absent(48, at(60)))
    .when((publication) => recordLookUp(publication, 'attempt-1', { kind: 'absent' }, harmless))
    .then(
      absent(60, at(60)),
      eventAbout({ target }, 'PlatformPublishFailed', {
        attemptId: 'attempt-1',
        reason: 'not-there',
        words: null,
        retryable: true,
        retryAt: at(60),
      }),
    );
});

it('does not try again when a person must decide', () => {
  given(started(), unknown(null), absent(48, null))
    .when((publication) =>
      recordLookUp(publication, 'attempt-1', { kind: 'absent' }, contextAt(60, { rule: 'never' })),
    )
    .then(absent(60, null));
});

it('records a failed look-up once, and concludes nothing from it', () => {
  const broken = { kind: 'failed', words: 'busy' } as const;
  const lookUp = eventAbout({ target }, 'PublishLookedUp', {
    attemptId: 'attempt-1',
    result: 'failed',
    words: 'busy',
    lookedUpAt: at(32),
    nextAt: at(48),
  });
  given(started(), unknown(at(32)))
    .when((publication) => recordLookUp(publication, 'attempt-1', broken, contextAt(32)))
    .then(lookUp);
  given(started(), unknown(at(32)), lookUp)
    .when((publication) => recordLookUp(publication, 'attempt-1', broken, contextAt(48)))
    .then();
});

it('stores the sentence of Posthorn about a failed look-up with its names', () => {
  const said = { variant: 'listed-late', values: { platform: 'TikTok' } };
  given(started(), unknown(at(32)))
    .when((publication) =>
      recordLookUp(publication, 'attempt-1', { kind: 'failed', words: 'Later.', ...said }, contextAt(32)),
    )
    .then(
      eventAbout({ target }, 'PublishLookedUp', {
        attemptId: 'attempt-1',
        result: 'failed',
        words: 'Later.',
        lookedUpAt: at(32),
        nextAt: at(48),
        ...said,
      }),
    );
});

it('leaves an unknown outcome to a person when no look-up is possible', () => {
  given(started(), unknown(at(32)))
    .when((publication) => recordLookUp(publication, 'attempt-1', { kind: 'cannot-tell' }, contextAt(32)))
    .then(
      eventAbout({ target }, 'PublishLookedUp', {
        attemptId: 'attempt-1',
        result: 'cannot-tell',
        words: null,
        lookedUpAt: at(32),
        nextAt: null,
      }),
    );
});

it('marks a target as posted when a look-up finds the post after a person requested another try', () => {
  given(started(), unknown(null), eventAbout({ target }, 'PublishRetryRequested', { requestedAt: at(31) }))
    .when((publication) => recordLookUp(publication, 'attempt-1', found, contextAt(32)))
    .then(published('look-up', 32));
});

it('waits while the platform processes the post, and marks the target as posted when the status reports this', () => {
  given(started())
    .when((publication) => settle(publication, 'attempt-1', { kind: 'accepted', handle: 'h1' }, contextAt(1)))
    .then(accepted(1));
  given(started(), accepted(1))
    .when((publication) => recordLookUp(publication, 'attempt-1', { kind: 'absent' }, contextAt(6)))
    .then();
  given(started(), accepted(1))
    .when((publication) => recordLookUp(publication, 'attempt-1', found, contextAt(11)))
    .then(published('status', 11));
});

it('marks a target as unknown after half an hour of processing without a result', () => {
  given(started(), accepted(1))
    .when((publication) => recordLookUp(publication, 'attempt-1', { kind: 'absent' }, contextAt(1801)))
    .then(unknown(at(1803), 'no-answer', at(360)));
});

it('does not fail a target whose repetition is refused, because the earlier attempt may have succeeded', () => {
  const always = contextAt(33, { rule: 'always' });
  const refused = { kind: 'refused', reason: 'reconnect', words: 'Token revoked', retryable: false } as const;
  const attemptId = 'attempt-2';
  const words = 'Token revoked';
  given(started(), unknown(at(32)), started(2, 32))
    .when((publication) => settle(publication, attemptId, refused, always))
    .then(
      eventAbout({ target }, 'PlatformPublishUnknown', {
        attemptId,
        cause: 'timeout',
        words,
        nextAt: at(93),
      }),
    );
});

it('keeps a postponed repetition unknown, and looks up the post before it gives up', () => {
  const until = at(92);
  const state = [
    started(),
    unknown(at(32)),
    started(2, 32),
    eventAbout({ target }, 'PublishPostponed', {
      attemptId: 'attempt-2',
      reason: 'throttled',
      words: null,
      until,
    }),
  ].reduce(publicationStream.evolve, publicationStream.initial);
  expect(state).toMatchObject({ status: 'unknown', dueAt: until, tries: 1 });
  expect(nextStep(state, contextAt(7 * hours, { rule: 'always' })).kind).toBe('look-up');
});
