import { expect, it } from '@jest/globals';
import { at, requested, seen, story } from '../comment/testing/comment-samples.ts';
import { dryRun, type DryRunComment } from './dry-run.ts';

const one = (author: string, seconds: number, changes: Partial<DryRunComment> = {}): DryRunComment => ({
  comment: story(seen(0, { authorMac: author, createdAt: at(seconds) })),
  isOnHere: true,
  mode: 'send',
  isPremium: true,
  hasPlanEnded: false,
  isAskedFor: true,
  text: 'What a lovely loaf',
  isBlocked: false,
  isConnectedHere: false,
  quickAnswers: 0,
  isBelowOwnReply: false,
  canReply: true,
  accountId: 3,
  requireApproval: false,
  isAllowedByPlatform: true,
  ...changes,
});
const outcomes = (...comments: readonly DryRunComment[]) =>
  dryRun(comments).map(({ outcome, reason }) => [outcome, reason]);

it('answers each person once, and the same person under another account', () => {
  expect(outcomes(one('bo', 0), one('bo', 60), one('cy', 60), one('bo', 90, { accountId: 4 }))).toEqual([
    ['reply', null],
    ['skip', 'author-answered'],
    ['reply', null],
    ['reply', null],
  ]);
});

it('respects the limits for an hour and for a publication', () => {
  const crowd = Array.from({ length: 30 }, (_, index) => one(`a${String(index)}`, index));
  expect(outcomes(...crowd).filter(([outcome]) => outcome === 'reply')).toHaveLength(20);
  const slowly = Array.from({ length: 60 }, (_, index) => one(`a${String(index)}`, 400 * index));
  expect(outcomes(...slowly).slice(49, 51)).toEqual([
    ['reply', null],
    ['skip', 'publication-full'],
  ]);
});

it('takes comments in the order of their arrival, and lists what a person would have to check', () => {
  const answered = story(seen(0, { createdAt: at(0) }), requested());
  expect(
    outcomes(
      one('a', 0, { comment: answered }),
      one('b', 1, { text: 'This is a terrible, awful loaf' }),
      one('c', 2, { text: 'Does it heal cancer? I hope so' }),
      one('d', 3, { isAllowedByPlatform: false }),
      one('e', 4, { isBlocked: true }),
    ),
  ).toEqual([
    ['reply', null],
    ['draft', 'negative'],
    ['draft', 'risk'],
    ['draft', 'platform-asks'],
    ['skip', 'author-blocked'],
  ]);
});
