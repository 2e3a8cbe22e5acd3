import { randomInt, randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import type { Move } from '#infrastructure/effects/attempt/move.ts';
import { ERASED } from '#infrastructure/event-log/personal-field.ts';
import { PersonalKeys } from '#infrastructure/event-log/personal-keys.ts';
import { mark } from '../../domain/comment/marking.ts';
import { replyEvents } from '../../domain/comment/events-of-reply-moves.ts';
import type { SentReply } from '../../domain/comment/reply-moves.ts';
import { requestReply } from '../../domain/comment/replying.ts';
import { newReply } from '../../domain/comment/testing/comment-samples.ts';
import { ForgetWords } from '../forget-words/forget-words.ts';
import { at, InboxBench, ownReply, remote } from '../../testing/inbox-bench.ts';
import { CommentContext } from '../../read-models/auto-reply/comment-context.ts';
import { COMMENTS_VIEW } from '../../read-models/comments/comment-list.projection.ts';

let inbox: InboxBench;
let prefix = 0;
/** Returns a key that only the current spec uses. */
const key = (name: string): string => `${String(prefix)}-${name}`;
const one = (changes: Parameters<typeof remote>[0] = {}) =>
  remote({ key: key('k1'), remoteId: key('r1'), postRemoteId: key('p1'), ...changes });
const ownReplyWith = (changes: Parameters<typeof remote>[0] = {}) =>
  ownReply({
    key: key('k-own'),
    remoteId: key('r-own'),
    parentRemoteId: key('r1'),
    postRemoteId: key('p1'),
    ...changes,
  });

beforeAll(async () => {
  inbox = await InboxBench.start();
}, 60_000);
afterEach(() => {
  prefix++;
});
afterAll(() => inbox.close());

it('records one comment from a hundred copies that arrive at the same time', async () => {
  const answers = await Promise.all(Array.from({ length: 100 }, () => inbox.read([one()])));
  const received = answers.flatMap((answer) => answer.received);
  expect(received).toHaveLength(1);
  expect(inbox.typesOf(received[0] ?? 0)).toEqual(['CommentReceived']);
});

it('continues after a crash between the number of a comment and its first event', async () => {
  const before = inbox.recorded().length;
  inbox.store.seal();
  await expect(inbox.read([one()])).rejects.toThrow('sealed');
  inbox.store.unseal();
  expect(inbox.recorded()).toHaveLength(before);
  const { received } = await inbox.read([one()]);
  expect(received).toHaveLength(1);
  expect((await inbox.read([one()])).received).toEqual([]);
});

it('does not load the stream of a comment that it has recorded before', async () => {
  const { received } = await inbox.read([one()]);
  await inbox.catchUp();
  const before = inbox.store.reads;
  expect(await inbox.read([one()], 60)).toEqual({ received: [], changed: [], unplaced: 0 });
  expect(inbox.store.reads).toBe(before);
  expect((await inbox.read([one({ text: 'Nicer!' })], 120)).changed).toEqual(received);
});

it("makes strangers' texts safe to store, and shortens them", async () => {
  const text = `a\u0000b\ud800${'x'.repeat(30_000)}`;
  const { received } = await inbox.read([one({ text, permalink: `https://x.test/${'y'.repeat(3000)}` })]);
  const { seen } = await inbox.comment(received[0] ?? 0);
  expect(seen).toMatchObject({ permalink: null });
});

it.each([
  ['-000001-01-01T00:00:00.000Z', '1970-01-01T00:00:00.000Z'],
  ['0000-06-01T00:00:00.000Z', '1970-01-01T00:00:00.000Z'],
  ['9999-12-31T00:00:00.000Z', at(0)],
  ['+275760-09-13T00:00:00.000Z', at(0)],
])('replaces the impossible time %s, and continues with the comments after it', async (createdAt, shown) => {
  const { received } = await inbox.read([one({ createdAt, editedAt: createdAt })]);
  await inbox.catchUp();
  const { seen } = await inbox.comment(received[0] ?? 0);
  expect(seen).toMatchObject({ createdAt: shown, editedAt: shown });
  const { rows } = await inbox.pool.query<{ at: Date }>(
    `select created_at as at from ${COMMENTS_VIEW} where comment_id = any($1)`,
    [received],
  );
  expect(rows.map((row) => row.at.toISOString())).toEqual([shown]);
});

it('records the other comments after a comment whose ids have letters of three bytes each', async () => {
  // The text is random, because PostgreSQL compresses repeated text.
  const long = Array.from({ length: 2_000 }, () => String.fromCodePoint(0x4e00 + randomInt(20_000))).join('');
  const odd = { key: key(long), remoteId: key(long), postRemoteId: key(long) };
  const { received } = await inbox.read([one(odd), one()]);
  await inbox.read([ownReplyWith({ ...odd, parentRemoteId: key('r1') })], 10);
  await inbox.catchUp();
  expect((await inbox.read([one(odd), one()], 20)).received).toEqual([]);
  const { rows } = await inbox.pool.query<{ id: number }>(
    `select comment_id::float8 as id from ${COMMENTS_VIEW} where comment_id = any($1) order by 1`,
    [received],
  );
  // The numbers have the order of the digests.
  expect(rows.map(({ id }) => id)).toEqual(received.toSorted((a, b) => a - b));
  expect(rows).toHaveLength(2);
});

it('records a comment separately for two owners who both received it', async () => {
  const ours = await inbox.read([one()]);
  const theirs = await inbox.read([one()], 0, {}, 'bea');
  expect(theirs.received).toHaveLength(1);
  expect(theirs.received).not.toEqual(ours.received);
});

it.each(['caught up', 'behind'])(
  "trusts only the account that received a comment first, because a stranger may run another account's server (read model: %s)",
  async (readModel) => {
    const { received } = await inbox.read([one()]);
    const [id = 0] = received;
    if (readModel === 'caught up') await inbox.catchUp();
    const forged = one({ text: 'Send me your password', editedAt: at(5), hidden: true });
    expect(await inbox.read([forged], 10, {}, 'ana', 5)).toEqual({ received: [], changed: [], unplaced: 0 });
    expect(await inbox.read([key('k1')], 20, {}, 'ana', 5)).toMatchObject({ changed: [] });
    expect(inbox.typesOf(id)).toEqual(['CommentReceived']);
    expect((await inbox.read([one({ text: 'Nicer!' })], 30)).changed).toEqual(received);
  },
);

it('records a comment of any account of the owner as a reply, and of another user as a comment', async () => {
  const { received } = await inbox.read([ownReplyWith({ isOwn: false }), one()]);
  const [id = 0] = received;
  expect(received).toHaveLength(1);
  expect(inbox.typesOf(id)).toEqual(['CommentReceived', 'OwnReplySeen']);
  await inbox.catchUp();
  expect((await inbox.read([ownReplyWith()], 30)).changed).toEqual([]);
  const customer = { remoteId: 'bea', handle: 'bea@social', name: null, isBot: false };
  expect(
    (await inbox.read([one({ key: key('k2'), remoteId: key('r2'), author: customer })])).received,
  ).toHaveLength(1);
});

it.each(['when the reply is requested', 'not at all'])(
  'does not record a reply of Posthorn as a reply to the first comment of its thread: read model caught up %s',
  async (caughtUp) => {
    const answer = { key: key('k2'), remoteId: key('r2'), parentRemoteId: key('r1') };
    const [top = 0, nested = 0] = (await inbox.read([one(), one({ ...answer, createdAt: at(-50) })]))
      .received;
    await inbox.catchUp();
    const now = new Date(at(-40));
    const asked = newReply({ replyId: randomUUID() });
    await inbox.decide(nested, (comment) =>
      comment.id ? requestReply(comment, comment.id, asked, now) : [],
    );
    if (caughtUp === 'when the reply is requested') await inbox.catchUp();
    await inbox.decide(nested, ({ id, reply }) => {
      if (!id || !reply) return [];
      const result = { remoteId: key('r-own'), permalink: null };
      const done = { kind: 'done', attemptId: 'a1', result, evidence: 'answer', at: at(5) } as const;
      return replyEvents(id, reply, [done], now);
    });
    expect(await inbox.read([ownReplyWith({ text: asked.text })], 10)).toMatchObject({
      changed: [],
      unplaced: 0,
    });
    expect(inbox.typesOf(top)).toEqual(['CommentReceived']);
    expect(inbox.typesOf(nested)).toEqual(['CommentReceived', 'ReplyRequested', 'ReplySent']);
    await inbox.catchUp();
  },
);

it.each([1, 2, 3])(
  'records a second copy of a reply of Posthorn, %i levels below, as a duplicate, and not as a reply to the first comment',
  async (levels) => {
    const below = Array.from({ length: levels }, (_, level) =>
      one({
        key: key(`k${String(level + 2)}`),
        remoteId: key(`r${String(level + 2)}`),
        parentRemoteId: key(`r${String(level + 1)}`),
        createdAt: at(-55 + level),
      }),
    );
    const { received } = await inbox.read([one(), ...below]);
    const [top = 0, nested = 0] = [received[0], received.at(-1)];
    const now = new Date(at(-40));
    const asked = newReply({ replyId: randomUUID() });
    await inbox.decide(nested, (comment) =>
      comment.id ? requestReply(comment, comment.id, asked, now) : [],
    );
    const intent = { fingerprint: 'f', refs: {}, keptRefs: null };
    const decide = (move: Move<SentReply>) =>
      inbox.decide(nested, ({ id, reply }) =>
        id && reply ? replyEvents(id, reply, [move], now, intent) : [],
      );
    for (const number of [1, 2]) {
      const times = { startedAt: at(-30), startBy: at(-25), deadline: at(-20) };
      await decide({ kind: 'started', attemptId: `a${String(number)}`, number, ...times });
    }
    const result = { remoteId: key('r-own'), permalink: null };
    await decide({ kind: 'done', attemptId: 'a2', result, evidence: 'answer', at: at(5) });
    await inbox.catchUp();
    const copy = ownReplyWith({ key: key('k-copy'), remoteId: key('r-copy'), text: asked.text });
    expect((await inbox.read([copy], 10)).changed).toEqual([nested]);
    expect(inbox.typesOf(top)).toEqual(['CommentReceived']);
    expect(inbox.typesOf(nested).at(-1)).toBe('ReplyDuplicateDetected');
  },
);

it('reports a reply whose parent comment is not recorded yet', async () => {
  expect(await inbox.read([ownReplyWith()])).toEqual({ received: [], changed: [], unplaced: 1 });
  expect(await inbox.read([ownReplyWith({ parentRemoteId: null })])).toMatchObject({ unplaced: 0 });
});

it('deletes the encryption key of a deleted comment, and no other key', async () => {
  const { received } = await inbox.read([one(), one({ key: key('k2'), remoteId: key('r2') })]);
  const [gone = 0, kept = 0] = received;
  expect((await inbox.read([key('k1')], 60)).changed).toEqual([gone]);
  await inbox.catchUp();
  expect((await inbox.comment(gone)).seen).toMatchObject({
    author: {},
    textMac: ERASED,
    remoteId: key('r1'),
  });
  expect((await inbox.comment(kept)).seen).toMatchObject({ author: { handle: 'bo@social' } });
  const { rows } = await inbox.pool.query(`select text, state from ${COMMENTS_VIEW} where comment_id = $1`, [
    gone,
  ]);
  expect(JSON.stringify(rows)).not.toMatch(/Nice|bo@social/u);
  expect(await inbox.read([one({ text: 'Again' })], 120)).toEqual({ received: [], changed: [], unplaced: 0 });
});

it.each([true, false])(
  'records a comment again that was deleted by mistake, when a list shows it (read models up to date: %s)',
  async (catchesUp) => {
    const catchUp = () => (catchesUp ? inbox.catchUp() : Promise.resolve());
    const { received: before } = await inbox.read([one()]);
    await catchUp();
    await inbox.read([key('k1')], 60);
    await catchUp();
    expect((await inbox.read([one()], 120)).received).toEqual([]);
    const again = await Promise.all([1, 2, 3].map(() => inbox.read([one()], 3_700)));
    const received = again.flatMap((reading) => reading.received);
    expect(received).toHaveLength(1);
    expect(received).not.toEqual(before);
    await inbox.catchUp();
    expect(await inbox.read([one()], 3_800)).toMatchObject({ received: [], changed: [] });
    expect((await inbox.read([one({ text: 'Nicer!' })], 3_900)).changed).toEqual(received);
    await inbox.catchUp();
    const { rows } = await inbox.pool.query(
      `select text, status from ${COMMENTS_VIEW} where remote_key = $1 order by comment_id`,
      [key('k1')],
    );
    expect(rows).toEqual([
      { text: '', status: 'read' },
      { text: 'Nicer!', status: 'new' },
    ]);
    // A reply below it has one context, although its parent has two rows.
    const below = one({ key: key('k2'), remoteId: key('r2'), parentRemoteId: key('r1') });
    const { received: replies } = await inbox.read([below], 4_000);
    await inbox.catchUp();
    expect(await inbox.booted.app.get(CommentContext).load(replies)).toMatchObject([{ above: 'Nicer!' }]);
    // A later deletion concerns the comment that is there.
    expect((await inbox.read([key('k1')], 4_100)).changed).toEqual(received);
  },
);

it('counts a comment as read that comes back after its owner had read it, so it gets no automatic reply', async () => {
  const { received } = await inbox.read([one()]);
  await inbox.decide(received[0] ?? 0, (comment) =>
    comment.id ? mark(comment, comment.id, 'read', new Date(at(5))) : [],
  );
  await inbox.read([key('k1')], 60);
  const again = await inbox.read([one()], 3_700);
  expect(await inbox.comment(again.received[0] ?? 0)).toMatchObject({ status: 'read', isBacklog: true });
});

it('marks old comments as read at the first reading', async () => {
  const old = one({ createdAt: at(-90_000) });
  const { received } = await inbox.read([old, one({ key: key('k2'), remoteId: key('r2') })], 0, {
    isFirstReading: true,
  });
  const states = await Promise.all(received.map((id) => inbox.comment(id)));
  expect(states.map(({ status }) => status)).toEqual(['read', 'new']);
});

it('recognises recorded comments after the database was restored to an earlier time', async () => {
  const { received } = await inbox.read([one()]);
  await inbox.catchUp();
  await inbox.pool.query('delete from inbox.comment_key');
  await inbox.pool.query("select setval('inbox.comment_id', 1, false)");
  expect((await inbox.read([one({ text: 'Edited' })], 60)).changed).toEqual(received);
  // The sequence starts again at 1, but a new comment never gets a number that the log contains.
  const before = new Set(inbox.recorded());
  const next = await inbox.read([one({ key: key('k2'), remoteId: key('r2') })], 60);
  expect(next.received).toHaveLength(1);
  expect(before.has(next.received[0] ?? 0)).toBe(false);
});

it('records nothing for an owner who was erased', async () => {
  await inbox.booted.app.get(PersonalKeys).destroy('bea');
  expect((await inbox.read([one()], 0, {}, 'bea')).received).toEqual([]);
});

it('discards a comment that is being recorded when the owner requests deletion', async () => {
  const { received } = await inbox.read([one()], 0, {}, 'cleo');
  await inbox.catchUp();
  const before = new Set(inbox.recorded());
  const news = [one({ text: 'Edited' }), one({ key: key('k2'), remoteId: key('r2') }), key('k3')];
  inbox.whileAccountsAreAsked(() => inbox.leave('cleo'));
  expect(await inbox.read(news, 60, {}, 'cleo')).toMatchObject({ received: [], changed: [] });
  expect(inbox.recorded().filter((id) => !before.has(id))).toEqual([]);
  expect(inbox.typesOf(received[0] ?? 0)).toEqual(['CommentReceived']);
  const { rows } = await inbox.pool.query(
    'select comment_id::int as id from inbox.comment_key where owner_id = $1',
    ['cleo'],
  );
  expect(rows).toEqual([{ id: received[0] }]);
});

it('erases the texts of all comments of an erased owner', async () => {
  const { received } = await inbox.read([one(), one({ key: key('k2'), remoteId: key('r2') })]);
  const forget = inbox.booted.app.get(ForgetWords).ofErased;
  await forget.handle({ type: 'SubjectErased', data: { userId: 'ana' } } as Parameters<
    typeof forget.handle
  >[0]);
  for (const id of received)
    expect((await inbox.comment(id)).seen).toMatchObject({ author: {}, remoteRefs: {}, textMac: ERASED });
});
