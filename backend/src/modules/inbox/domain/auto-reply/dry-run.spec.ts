import { expect, it } from '@jest/globals';
import { at, requested, seen, story } from '../comment/testing/comment-samples.ts';
import { dryRun, type DryRunComment } from './dry-run.ts';

const commentOf = (author: string, seconds: number, changes: Partial<DryRunComment> = {}): DryRunComment => ({
  comment: story(seen(0, { authorMac: author, createdAt: at(seconds) })),
  isInstallationOn: true,
  mode: 'send',
  isPremium: true,
  hasPlanEnded: false,
  isAskedFor: true,
  text: 'What a lovely loaf',
  isBlocked: false,
  isAuthorConnected: false,
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

it('replies once to each person, and again to a comment on another account', () => {
  expect(
    outcomes(
      commentOf('bo', 0),
      commentOf('bo', 60),
      commentOf('cy', 60),
      commentOf('bo', 90, { accountId: 4 }),
    ),
  ).toEqual([
    ['reply', null],
    ['skip', 'author-answered'],
    ['reply', null],
    ['reply', null],
  ]);
});

it('respects the limits for an hour and for a publication', () => {
  const crowd = Array.from({ length: 30 }, (_, index) => commentOf(`a${String(index)}`, index));
  expect(outcomes(...crowd).filter(([outcome]) => outcome === 'reply')).toHaveLength(20);
  const slowly = Array.from({ length: 60 }, (_, index) => commentOf(`a${String(index)}`, 400 * index));
  expect(outcomes(...slowly).slice(49, 51)).toEqual([
    ['reply', null],
    ['skip', 'publication-full'],
  ]);
});

it('processes comments in the order of their arrival, and lists why a person would have to check a reply', () => {
  const answered = story(seen(0, { createdAt: at(0) }), requested());
  expect(
    outcomes(
      commentOf('a', 0, { comment: answered }),
      commentOf('b', 1, { text: 'This is a terrible, awful loaf' }),
      commentOf('c', 2, { text: 'Does it heal cancer? I hope so' }),
      commentOf('d', 3, { isAllowedByPlatform: false }),
      commentOf('e', 4, { isBlocked: true }),
    ),
  ).toEqual([
    ['reply', null],
    ['draft', 'negative'],
    ['draft', 'risk'],
    ['draft', 'platform-asks'],
    ['skip', 'author-blocked'],
  ]);
});
