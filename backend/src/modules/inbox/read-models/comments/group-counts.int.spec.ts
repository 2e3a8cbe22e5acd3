import { afterAll, beforeAll, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { CheckpointHasMoved } from '#infrastructure/readers/checkpoints.ts';
import { ProjectionRebuild } from '#infrastructure/readers/projection-rebuild.ts';
import { CommentIsGone } from '../../domain/comment/inbox.errors.ts';
import { eventOf } from '../../domain/comment/comment-shapes.ts';
import type { Comment } from '../../domain/comment/comment.ts';
import type { CommentEvent } from '../../domain/comment/comment-events.ts';
import type { CommentId } from '../../domain/comment/comment-id.ts';
import { BlockAuthor } from '../../features/inbox-settings/block-author.command.ts';
import type { CommentFilter } from './comment-filter.ts';
import { CommentGroups } from './comment-groups.ts';
import { at, InboxBench, ownReply, remote } from '../../testing/inbox-bench.ts';
import { COMMENTS_VIEW, commentList } from './comment-list.projection.ts';
import { SETTINGS_VIEW } from '../settings/settings.projection.ts';

let inbox: InboxBench;
let other: InboxBench;
beforeAll(async () => {
  inbox = await InboxBench.start();
  other = await inbox.secondProcess();
}, 60_000);
afterAll(async () => {
  await other.close();
  await inbox.close();
});

const AUTHORS = ['bo', 'cy', 'di'] as const;
const comment = (number: number) =>
  remote({
    key: `k${String(number)}`,
    remoteId: `r${String(number)}`,
    postRemoteId: `p${String(number % 3)}`,
    text: `Nice ${String(number)}`,
    createdAt: at(number - 1_000),
    author: {
      remoteId: AUTHORS[number % 2] ?? '',
      handle: AUTHORS[number % 2] ?? '',
      name: null,
      isBot: false,
    },
  });
const moved = (decision: (comment: Comment, id: CommentId) => CommentEvent[]) => (id: number) =>
  inbox.decide(id, (now) => (now.id ? decision(now, now.id) : []));

/** Blocks or unblocks the author. This fails for a deleted comment, because its author is deleted too. */
const block = (id: number, isBlocked: boolean) =>
  inbox.execute(new BlockAuthor('ana', id, isBlocked)).catch((error: unknown) => {
    expect(error).toBeInstanceOf(CommentIsGone);
  });

/** The changes that can happen to a comment. */
const CHANGES: Readonly<Record<string, (id: number, number: number) => Promise<unknown>>> = {
  edited: (_id, number) => inbox.read([{ ...comment(number), text: 'Nicer', editedAt: at(number) }], 20),
  gone: (_id, number) => inbox.read([`k${String(number)}`], 20),
  answered: (_id, number) =>
    inbox.read(
      [
        ownReply({
          key: `o${String(number)}`,
          remoteId: `o${String(number)}`,
          parentRemoteId: `r${String(number)}`,
        }),
      ],
      20,
    ),
  read: moved((_now, id) => [eventOf(id, 'CommentMarkedRead', { at: at(30) })]),
  new: moved((_now, id) => [eventOf(id, 'CommentMarkedNew', { at: at(30) })]),
  hidden: moved((_now, id) => [eventOf(id, 'CommentHidden', { where: 'here', attemptId: null, at: at(30) })]),
  shown: moved((_now, id) => [
    eventOf(id, 'CommentUnhidden', { where: 'here', attemptId: null, at: at(30) }),
  ]),
  expired: moved((now, id) => (now.isExpired ? [] : [eventOf(id, 'CommentExpired', { expiredAt: at(30) })])),
  blocked: (id) => block(id, true),
  unblocked: (id) => block(id, false),
};
const step = fc.record({
  what: fc.constantFrom('come', ...Object.keys(CHANGES)),
  which: fc.nat({ max: 40 }),
  /** How the read model reads the log after the change. */
  then: fc.constantFrom('nothing', 'catch up', 'two at once', 'rebuild'),
});

/** Reads the log to its end. A reader whose checkpoint another reader has moved discards its batch, and continues from the new checkpoint. */
async function follow(process: InboxBench): Promise<void> {
  for (;;) {
    try {
      await process.catchUp();
      return;
    } catch (error) {
      expect(error).toBeInstanceOf(CheckpointHasMoved);
    }
  }
}

const STATUSES = [null, 'new', 'read', 'manual_reply', 'replied'] as const;

/** Counts all comments one by one. */
async function countDirectly(): Promise<unknown> {
  const { rows } = await inbox.pool.query<{ group_key: string; status: string; created_at: Date }>(
    `select group_key, status, created_at from ${COMMENTS_VIEW}
     where owner_id = 'ana' and not is_hidden and author_mac not in (select json_array_elements_text(blocked)
       from ${SETTINGS_VIEW} where user_id = 'ana')`,
  );
  return STATUSES.map((status) => {
    const fits = rows.filter((row) =>
      status === 'replied' ? row.status.endsWith('_reply') : status === null || row.status === status,
    );
    const keys = [...new Set(fits.map(({ group_key }) => group_key))];
    return keys
      .map((key) => {
        const those = fits.filter(({ group_key }) => group_key === key);
        const last = Math.max(...those.map(({ created_at }) => created_at.getTime()));
        return [
          key,
          those.length,
          those.filter((row) => row.status === 'new').length,
          new Date(last).toISOString(),
        ];
      })
      .toSorted(byKey);
  });
}
const byKey = ([one]: readonly unknown[], [two]: readonly unknown[]) => (String(one) < String(two) ? -1 : 1);

async function storedCounts(): Promise<unknown> {
  const groups = inbox.booted.app.get(CommentGroups);
  return Promise.all(
    STATUSES.map(async (status) => {
      const filter: CommentFilter = { status, platform: null, group: null, words: [] };
      const rows = await groups.groupsOf('ana', filter);
      return rows.map((row) => [row.group_key, row.total, row.new, row.latest_at]).toSorted(byKey);
    }),
  );
}

it('stores the same counts as a count of all comments, in whatever order and portions it reads the log', async () => {
  let count = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
      for (const { what, which, then } of steps) {
        const ids = inbox.recorded();
        const index = which % Math.max(1, ids.length);
        if (what === 'come' || ids.length === 0) await inbox.read([comment(++count)], 0);
        else await CHANGES[what]?.(ids[index] ?? 0, index + 1);
        if (then === 'catch up') await follow(inbox);
        if (then === 'two at once') await Promise.allSettled([inbox.catchUp(), other.catchUp()]);
        if (then === 'rebuild') await inbox.booted.app.get(ProjectionRebuild).run(commentList.name);
      }
      await follow(inbox);
      expect(await storedCounts()).toEqual(await countDirectly());
      const { new: fresh, replied, total } = await inbox.booted.app.get(CommentGroups).counts('ana');
      const sums = (await countDirectly()) as readonly (readonly [string, number, number, string])[][];
      const sum = (status: (typeof STATUSES)[number]) =>
        (sums[STATUSES.indexOf(status)] ?? []).reduce((all, [, those]) => all + those, 0);
      expect([fresh, replied, total]).toEqual([sum('new'), sum('replied'), sum(null)]);
    }),
    { numRuns: 25 },
  );
}, 120_000);
