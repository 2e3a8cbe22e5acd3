import { expect, it, jest } from '@jest/globals';
import type { RemoteComment } from '../contract/comments.ts';
import { claimedOwnReply } from './own-reply.ts';

const ATTEMPT_STARTED_AT = '2026-11-21T10:00:00.000Z';
const EXPECTED = {
  platform: 'youtube',
  text: 'Thank you',
  attemptStartedAt: ATTEMPT_STARTED_AT,
  now: new Date(ATTEMPT_STARTED_AT),
};

const reply = (remoteId: string, changed: Partial<RemoteComment> = {}): RemoteComment => ({
  key: remoteId,
  remoteId,
  postRemoteId: 'post',
  parentRemoteId: 'comment',
  author: { remoteId: 'us', handle: 'us', name: null, isBot: false },
  isOwn: true,
  text: 'Thank you',
  createdAt: ATTEMPT_STARTED_AT,
  editedAt: null,
  permalink: null,
  hidden: null,
  refs: {},
  ...changed,
});

const FIRST_PAGE = 0;
const unclaimed = { claim: () => Promise.resolve(true) };
const pageOf = (...replies: readonly RemoteComment[]) => Promise.resolve({ replies, next: null });

it.each([
  ['was written by another person', { isOwn: false }],
  ['has another text', { text: 'Thanks' }],
  ['is older than the attempt by more than the clock tolerance', { createdAt: '2026-11-21T09:54:59.000Z' }],
])('does not claim a reply that %s', async (_why, changed) => {
  expect(
    await claimedOwnReply(unclaimed, EXPECTED, FIRST_PAGE, () => pageOf(reply('1', changed))),
  ).toBeNull();
});

it('skips a claimed reply and claims the next one', async () => {
  const claim = jest.fn((remoteId: string) => Promise.resolve(remoteId !== '1'));
  const found = await claimedOwnReply({ claim }, EXPECTED, FIRST_PAGE, () =>
    pageOf(reply('1'), reply('2'), reply('3')),
  );
  expect(found?.remoteId).toBe('2');
  expect(claim).toHaveBeenCalledTimes(2);
});

it('reads the pages until it finds the reply', async () => {
  const found = await claimedOwnReply(unclaimed, EXPECTED, FIRST_PAGE, (page: number) =>
    page < 2 ? Promise.resolve({ replies: [], next: page + 1 }) : pageOf(reply('1')),
  );
  expect(found?.remoteId).toBe('1');
});

it('throws if there are too many pages, instead of reporting that there is no reply', async () => {
  const request = claimedOwnReply(unclaimed, EXPECTED, FIRST_PAGE, (page: number) =>
    Promise.resolve({ replies: [], next: page + 1 }),
  );
  await expect(request).rejects.toThrow('has too many replies to look through');
});
