import type { CommentView } from '@posthorn/contracts/inbox/comments.http';
import { expect, it } from '@jest/globals';
import { tallyModeration, type PlatformState } from './moderation-tally.ts';
import type { RequestedModeration } from './moderator.ts';

type Hidden = CommentView['hidden'];

const REQUEST: RequestedModeration = {
  commentId: 7,
  number: 1,
  platform: 'threads',
  remoteId: '5',
  last: 'hide',
  isOnPlatform: true,
};

function mistakes(
  request: Partial<RequestedModeration>,
  hidden: Hidden,
  onPlatform: PlatformState,
  state = 'done',
): number {
  const view = { hidden, gone: false, moderation: { state, problem: null } } as unknown as CommentView;
  return tallyModeration([{ ...REQUEST, ...request }], new Map([[7, view]]), new Map([[1, onPlatform]]))
    .mistaken;
}

it('compares inbox and platform with the last requested action', () => {
  expect(mistakes({}, 'platform', 'hidden')).toBe(0);
  expect(mistakes({}, 'platform', 'shown')).toBe(1);
  expect(mistakes({}, false, 'hidden')).toBe(1);
  expect(mistakes({ last: 'unhide' }, false, 'shown')).toBe(0);
  expect(mistakes({ last: 'unhide' }, 'platform', 'shown')).toBe(1);
  expect(mistakes({ last: 'remove' }, false, 'shown')).toBe(1);
});

it('does not count an unfinished action as a mistake', () => {
  expect(mistakes({}, false, 'shown', 'requested')).toBe(0);
});

/** The last action was only for the inbox, because the platform has no such action. */
const IN_THE_INBOX = { isOnPlatform: false } as const;
it('allows a platform to hide replies to a hidden comment', () => {
  expect(mistakes({ ...IN_THE_INBOX, last: 'unhide' }, 'platform', 'hidden')).toBe(0);
  expect(mistakes(IN_THE_INBOX, 'platform', 'hidden')).toBe(0);
});

it('expects the inbox to show a comment again when its platform shows it again', () => {
  expect(mistakes({ ...IN_THE_INBOX, last: 'unhide' }, 'platform', 'shown')).toBe(1);
  expect(mistakes(IN_THE_INBOX, 'platform', 'shown')).toBe(1);
  expect(mistakes({ ...IN_THE_INBOX, last: 'unhide' }, false, 'shown')).toBe(0);
  expect(mistakes(IN_THE_INBOX, 'here', 'shown')).toBe(0);
});
