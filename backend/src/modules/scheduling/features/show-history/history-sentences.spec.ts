import { COMMENT_HISTORY } from '@posthorn/contracts/inbox/comment-history';
import { noCardReasons } from '@posthorn/contracts/integrations/link-card';
import { CHECK_SENTENCES } from '@posthorn/contracts/scheduling/check-sentences';
import { HISTORY_SENTENCES } from '@posthorn/contracts/scheduling/history-sentences';
import { TARGET_PROBLEMS } from '@posthorn/contracts/scheduling/target-problems';
import { actorView } from '@posthorn/contracts/shared/actors';
import { textOf } from '@posthorn/contracts/shared/said';
import { expect, it } from '@jest/globals';
import { publicationShapes, type PublicationEvent } from '../../domain/publication/publication-events.ts';
import { publicationParts } from './publication-sentences.ts';

const REASONS = [...Object.keys(TARGET_PROBLEMS).filter((code) => !code.includes('/')), 'new-reason'];
const CAUSES = ['timeout', 'reset', 'server-error', 'refused', 'unreadable', 'lost-worker', 'duplicate'];
const EVIDENCE = ['answer', 'status', 'look-up', 'person'].map((evidence) => ({ evidence }));
const FAILURES = REASONS.flatMap((reason) => [
  { reason, retryable: true, retryAt: 'T' },
  { reason, retryable: false, retryAt: null },
]);

/** For event types with several sentences: the data that determine the sentence. */
const DATA: Readonly<Partial<Record<string, readonly object[]>>> = {
  PublishPrepared: [...noCardReasons.map((noCard) => ({ refs: { noCard } })), { refs: {} }],
  PlatformPublished: EVIDENCE,
  DuplicateDetected: EVIDENCE,
  DuplicateSearchEnded: ['none', 'found', 'cannot-tell'].map((result) => ({ result })),
  PublishLookedUp: ['absent', 'failed', 'cannot-tell'].map((result) => ({ result })),
  PlatformPublishUnknown: [...CAUSES, 'no-answer'].map((cause) => ({ cause })),
  PlatformPublishFailed: FAILURES,
  PublishPostponed: FAILURES,
  PublishAttemptNotStarted: ['lease-lost', 'too-late', 'out-of-reach', 'owner-leaving'].map((reason) => ({
    reason,
  })),
  PublishRetryRequested: [{}, { atOwnRisk: true }, { lookUntil: 'T' }, { nextAt: 'T' }],
  PublicationWarned: [
    { code: 'quota', words: 'In the words of an older release.' },
    {
      code: 'quota',
      words: 'The daily quota of this account on Bluesky is used up. The post waits.',
    },
  ],
  RemoteDeletionRequested: [{}, { remoteId: '42' }],
  RemoteDeletionFailed: FAILURES,
  RemoteDeletionPostponed: FAILURES,
  CoverFailed: FAILURES,
  CoverPostponed: FAILURES,
};

it.each(Object.keys(publicationShapes))('has a sentence for each variant of %s', (type) => {
  for (const data of DATA[type] ?? [{}])
    for (const attempt of [1, null]) {
      const given = { platform: 'bluesky', number: 1, words: 'No.', ...data };
      const event = { type, data: given } as unknown as PublicationEvent;
      const text = textOf(HISTORY_SENTENCES, publicationParts(event, 'ana', attempt));
      expect({ data, text }).toEqual({ data, text: expect.stringMatching(/^(?!.*undefined)\S.*\S$/u) });
    }
});

it('shows a stored warning by its code, unless its text differs from the current sentence', () => {
  const codes = (words: string) => {
    const data = { platform: 'bluesky', code: 'quota', words };
    const event = { type: 'PublicationWarned', data } as unknown as PublicationEvent;
    return publicationParts(event, 'ana', null).map(({ code }) => code);
  };
  expect(codes('The daily quota of this account on Bluesky is used up. The post waits.')).toEqual([
    'PublicationWarned',
    'warning.quota',
  ]);
  expect(codes('Other words.')).toEqual(['PublicationWarned', 'words']);
});

it('has a sentence with the code "gave-up" for each variant of a reason to try again', () => {
  const variants = (code: string) =>
    Object.keys(CHECK_SENTENCES)
      .filter((key) => key.startsWith(`${code}/`))
      .map((key) => key.slice(code.length + 1));
  // A lost file fails at once, and a damaged one is tried again.
  const retried = [...variants('rate-limit'), ...variants('media-lost').filter((name) => name !== 'gone')];
  expect(variants('gave-up')).toEqual(retried);
});

it.each([
  ['user', 'ana', { name: 'You', said: { code: 'you' } }],
  ['user', 'eve', { name: 'Somebody else', said: { code: 'other-user' } }],
  ['apiToken', 't1', { name: 'My blog', said: { code: 'token', values: { name: 'My blog' } } }],
  [
    'apiToken',
    't2',
    { name: 'Old (revoked)', said: { code: 'token', variant: 'revoked', values: { name: 'Old' } } },
  ],
  ['apiToken', 't3', { name: 'An API token', said: { code: 'token', variant: 'unknown' } }],
  ['rule', 'r1', { name: 'A rule of yours', said: { code: 'rule' } }],
  ['system', 'publisher', { name: 'System', said: { code: 'system' } }],
] as const)('names the actor of kind %s with the id %s, also by code', (kind, id, expected) => {
  const tokens = new Map([
    ['t1', { name: 'My blog', isRevoked: false }],
    ['t2', { name: 'Old', isRevoked: true }],
  ]);
  expect(actorView({ kind, id }, 'ana', tokens)).toEqual({ kind, id, ...expected });
});

it('contains all sentences about comments, which are part of the history of their post', () => {
  expect(HISTORY_SENTENCES).toMatchObject(COMMENT_HISTORY);
});
