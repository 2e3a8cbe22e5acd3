import { InMemoryEventStore } from '@posthorn/event-store/testing/in-memory-event-store';
import type { Platform } from '@posthorn/contracts/shared/platform';
import { HOUR_MS } from '@posthorn/contracts/shared/durations';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { CauseContext } from '#infrastructure/event-log/cause-context.ts';
import { EventReader } from '#infrastructure/event-log/event-reader.ts';
import { StreamWriter } from '#infrastructure/event-log/stream-writer.ts';
import { boot, type Booted } from '#infrastructure/testing/boot.ts';
import { commentStream } from '../../domain/comment/comment.ts';
import { recordComment, type CommentSnapshot } from '../../domain/comment/comment-recording.ts';
import { sighting } from '../../domain/comment/testing/comment-samples.ts';
import { InboxHousekeeping } from '../forget-comments.ts';
import { InboxModule } from '../../inbox.module.ts';
import { ScriptedComments, scriptedIntegrations } from '../../testing/scripted-comments.ts';

const ago = (hours: number): string => new Date(Date.now() - hours * HOUR_MS).toISOString();
/** Rejects the events of one stream. */
class BreakingStore extends InMemoryEventStore {
  broken: string | null = null;

  override append(...args: Parameters<InMemoryEventStore['append']>) {
    return args[0] === this.broken ? Promise.reject(new Error('broken')) : super.append(...args);
  }
}
const store = new BreakingStore();
let product: Booted;
let count = 0;

beforeAll(async () => {
  product = await boot([scriptedIntegrations(new ScriptedComments()), InboxModule], {
    store,
    now: new Date(),
    database: true,
  });
});
afterAll(() => product.close());

/** Records a comment. Its first and last readings were the given numbers of hours ago. Returns its id. */
async function readComment(
  platform: Platform,
  first: number,
  last = first,
  changes: Partial<CommentSnapshot> = {},
): Promise<number> {
  const commentId = ++count;
  const id = { commentId, ownerId: 'ana', accountId: 3, platform };
  const words = { key: `k${String(commentId)}`, createdAt: ago(first + 1), ...changes };
  for (const seenAt of [ago(first), ago(last)])
    await product.app
      .get(CauseContext)
      .run({ actor: { kind: 'system', id: 'spec' }, correlationId: 'spec', causationId: 'spec' }, () =>
        product.app
          .get(StreamWriter)
          .decide(commentStream, commentId, (comment) =>
            recordComment(comment, id, sighting(0, { ...words, seenAt }), 1),
          ),
      );
  await product.catchUp();
  return commentId;
}
const isExpired = async (commentId: number): Promise<boolean> =>
  (await product.app.get(EventReader).load(commentStream, commentId)).state.isExpired;
async function expires(platform: Platform, first: number, last = first): Promise<boolean> {
  const commentId = await readComment(platform, first, last);
  await product.app.get(InboxHousekeeping).sweep();
  return isExpired(commentId);
}

it.each([
  ['linkedin', 47, 47, false],
  ['linkedin', 49, 49, true],
  ['linkedin', 49, 1, true],
  ['youtube', 31 * 24, 31 * 24, true],
  ['youtube', 31 * 24, 1, false],
  ['twitter', 31 * 24, 31 * 24, true],
  ['mastodon', 400 * 24, 400 * 24, false],
] as const)(
  'decides whether the text of a comment on %s expires, first read %d and last read %d hours ago: %s',
  async (platform, first, last, gone) => {
    expect(await expires(platform, first, last)).toBe(gone);
  },
);

it('expires a comment without text, because its author is stored too', async () => {
  const commentId = await readComment('linkedin', 49, 49, { text: '' });
  await product.app.get(InboxHousekeeping).sweep();
  expect(await isExpired(commentId)).toBe(true);
});

it('expires the text of all other comments when the event of one comment cannot be stored', async () => {
  const [broken, next] = [await readComment('linkedin', 60), await readComment('linkedin', 50)];
  store.broken = `comment-${String(broken)}`;
  await product.app.get(InboxHousekeeping).sweep();
  store.broken = null;
  expect([await isExpired(broken), await isExpired(next)]).toEqual([false, true]);
  await product.app.get(InboxHousekeeping).sweep();
  expect(await isExpired(broken)).toBe(true);
});
