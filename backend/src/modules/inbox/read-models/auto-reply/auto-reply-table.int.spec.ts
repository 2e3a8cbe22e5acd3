import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { eventOf } from '../../domain/comment/comment-shapes.ts';
import { at, InboxBench, remote } from '../../testing/inbox-bench.ts';
import { SENT_REPLIES_VIEW } from './auto-reply-table.projection.ts';

let inbox: InboxBench;
beforeAll(async () => {
  inbox = await InboxBench.start();
}, 60_000);
afterAll(() => inbox.close());

it('keeps the reply of one owner when another owner sends the same reply id', async () => {
  const replyId = randomUUID();
  const owners = [
    ['ana', 3],
    ['bea', 4],
  ] as const;
  for (const [ownerId, accountId] of owners) {
    const { received } = await inbox.read([remote({ key: ownerId, remoteId: ownerId })], 0, {}, ownerId);
    const [commentId = 0] = received;
    await inbox.decide(commentId, () => [
      eventOf({ commentId, ownerId, accountId, platform: 'mastodon' }, 'ReplyRequested', {
        replyId,
        kind: 'manual',
        aiAssisted: false,
        text: `Thanks from ${ownerId}`,
        forTextMac: 'm',
        requestedAt: at(5),
        notBefore: null,
      }),
    ]);
  }
  await inbox.catchUp();
  const { rows } = await inbox.pool.query(
    `select owner_id, account_id::int, text from ${SENT_REPLIES_VIEW} where reply_id = $1 order by owner_id`,
    [replyId],
  );
  expect(rows).toEqual(
    owners.map(([owner_id, account_id]) => ({ owner_id, account_id, text: `Thanks from ${owner_id}` })),
  );
});
