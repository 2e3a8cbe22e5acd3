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

it('records a published post with its address', () => {
  given(started())
    .when((publication) => settle(publication, 'attempt-1', found, contextAt(1)))
    .then(published('answer', 1));
});

it('records a published post once', () => {
  given(started(), published('answer', 1))
    .when((publication) => settle(publication, 'attempt-1', found, contextAt(2)))
    .then();
});

it('accepts a late answer that the post was published, even after the attempt was given up as unknown or failed', () => {
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

it("fails at once, with the platform's words, when the platform refused it for good", () => {
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

it('waits for a new connection of the account, and counts no try', () => {
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

it('says "reconnect" when there is no time left to wait for it', () => {
  given(started())
    .when((publication) => settle(publication, 'attempt-1', revoked, contextAt(6 * hours)))
    .then(failed('reconnect'));
});

it('tries again soon, and counts no try, when its own worker reports that it made no call', () => {
  given(started())
    .when((publication) => notStarted(publication, 'attempt-1', 'too-late', contextAt(5)))
    .then(sample.notStarted(7));
  const { status, tries, dueAt } = [started(), sample.notStarted(7)].reduce(
    publicationStream.evolve,
    publicationStream.initial,
  );
  expect({ status, tries, dueAt }).toEqual({ status: 'retrying', tries: 0, dueAt: at(7) });
});

it("accepts the worker's report after the attempt was called unknown, and for no other attempt", () => {
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

it('makes as many tries as usual when workers are killed in the middle of each attempt', () => {
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

it('respects a rate limit and counts no try', () => {
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

it('never repeats blindly: marks an unclear answer unknown and looks it up soon', () => {
  given(started())
    .when((publication) => settle(publication, 'attempt-1', timeout, contextAt(30)))
    .then(unknown(at(32), 'timeout', at(360)));
});

it('leaves an unclear answer to a person where the platform cannot be asked', () => {
  given(started())
    .when((publication) => settle(publication, 'attempt-1', timeout, contextAt(30, { rule: 'never' })))
    .then(unknown(null));
});

it('repeats an unclear harmless call soon, and later calls with the delays of retries', () => {
  given(started())
    .when((publication) => settle(publication, 'attempt-1', timeout, contextAt(30, { rule: 'always' })))
    .then(unknown(at(32)));
  given(retrying(1, null), started())
    .when((publication) => settle(publication, 'attempt-1', timeout, contextAt(30, { rule: 'always' })))
    .then(unknown(at(90)));
});

it('looks the post up when the platform answers "duplicate"', () => {
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

it('marks the attempt of a lost worker unknown, only after its deadline', () => {
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

it('does not trust one negative look-up, or two early ones', () => {
  const gone = { kind: 'absent' } as const;
  given(started(), unknown(at(3)))
    .when((publication) => recordLookUp(publication, 'attempt-1', gone, contextAt(3)))
    .then(absent(3, at(12)));
  given(started(), unknown(at(3)), absent(3, at(12)))
    .when((publication) => recordLookUp(publication, 'attempt-1', gone, contextAt(12)))
    .then();
  given(started(), unknown(at(362)))
    .when((publication) => recordLookUp(publication, 'attempt-1', gone, contextAt(362)))
    .then(absent(362, at(364)));
});

it('tries again after two negative look-ups, the second once a late call would have arrived and would show', () => {
  const harmless = contextAt(60, { isHarmlessWhenLate: true });
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

it('never tries again by itself where a person decides', () => {
  given(started(), unknown(null), absent(48, null))
    .when((publication) =>
      recordLookUp(publication, 'attempt-1', { kind: 'absent' }, contextAt(60, { rule: 'never' })),
    )
    .then(absent(60, null));
});

it('learns nothing from a failed look-up, and records it once', () => {
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

it('waits while the platform processes the post, and marks the target as posted when the status says so', () => {
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

it('marks a target as unknown after half an hour of processing without an answer', () => {
  given(started(), accepted(1))
    .when((publication) => recordLookUp(publication, 'attempt-1', { kind: 'absent' }, contextAt(1801)))
    .then(unknown(at(1803), 'no-answer', at(360)));
});

it('does not fail a target whose repetition is refused while the earlier attempt may have succeeded', () => {
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

it('keeps a postponed repetition unknown: the process asks the platform before it gives up', () => {
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
