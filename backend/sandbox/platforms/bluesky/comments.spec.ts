import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { BlueskyAccount, RKEY } from '../../testing/bluesky-account.ts';
import { LOCAL, messageOf, SandboxUnderTest, type Answer } from '../../testing/sandbox-client.ts';

const GATE = 'app.bsky.feed.threadgate';
const sandbox = new SandboxUnderTest();
let ana: BlueskyAccount;
let post: { uri: string; cid: string };

beforeEach(async () => {
  await sandbox.start();
  ana = await BlueskyAccount.login(sandbox);
  post = (await ana.put('Hello')).json as { uri: string; cid: string };
});
afterEach(async () => {
  await sandbox.stop();
});

const control = (path: string, body: object): Promise<Answer> =>
  sandbox.call(LOCAL, `/control/${path}`, { json: { platform: 'bluesky', ...body } });
const comment = async (text: string, more: object = {}): Promise<string> => {
  const order = { remoteId: post.uri, author: 'Ben', text, ...more };
  return ((await control('comments', order)).json as { id: string }).id;
};
type Node = { post: { uri: string; cid: string; record: { text: string } }; replies?: Node[] };
const thread = async (depth = 6): Promise<{ thread: Node; threadgate?: { record: object } }> => {
  const path = `app.bsky.feed.getPostThread?uri=${encodeURIComponent(post.uri)}&depth=${String(depth)}`;
  return (await ana.call(path)).json as { thread: Node; threadgate?: { record: object } };
};
const told = async (): Promise<{ uri: string; reasonSubject: string; author: object }[]> => {
  const answer = await ana.call('app.bsky.notification.listNotifications?reasons=reply&reasons=mention');
  return (answer.json as { notifications: { uri: string; reasonSubject: string; author: object }[] })
    .notifications;
};
const gate = (hiddenReplies: readonly string[], more: object = {}): Promise<Answer> =>
  ana.call('com.atproto.repo.putRecord', {
    repo: ana.did,
    collection: GATE,
    rkey: RKEY,
    record: { $type: GATE, post: post.uri, createdAt: '2026-11-01T12:00:00.000Z', hiddenReplies, ...more },
  });

it('lets somebody answer a comment, and tells the author of the thread of that too', async () => {
  const first = await comment('First');
  const second = await comment('Second', { parentId: first, author: 'Cleo' });
  expect((await thread()).thread.replies).toMatchObject([
    { post: { uri: first }, replies: [{ post: { uri: second } }] },
  ]);
  expect(await told()).toMatchObject([
    { uri: second, reasonSubject: post.uri },
    { uri: first, reasonSubject: post.uri },
  ]);
  expect(
    (await control('comments', { remoteId: post.uri, author: 'Ben', text: 'x', parentId: 'at://no' })).status,
  ).toBe(400);
});

it('shows a thread as deep as it is asked for', async () => {
  await comment('Second', { parentId: await comment('First') });
  expect((await thread(0)).thread.replies).toBeUndefined();
  const [first] = (await thread(1)).thread.replies ?? [];
  expect([first?.post.record.text, first?.replies]).toEqual(['First', undefined]);
});

it('tells nobody of an unannounced comment, and has it in the thread', async () => {
  const uri = await comment('Nobody knows', { unannounced: true });
  expect(await told()).toEqual([]);
  const counts = await ana.call(`app.bsky.feed.getPosts?uris=${encodeURIComponent(post.uri)}`);
  expect(counts.json).toMatchObject({ posts: [{ replyCount: 0 }] });
  expect((await thread()).thread.replies).toMatchObject([{ post: { uri } }]);
});

it('labels a program as its own profile does', async () => {
  await comment('Beep', { bot: true });
  expect(await told()).toMatchObject([{ author: { labels: [{ val: 'bot' }] } }]);
});

it('changes a comment under its key, and what answers a deleted one is in no thread', async () => {
  const uri = await comment('First');
  await comment('Second', { parentId: uri });
  const [before] = (await thread()).thread.replies ?? [];
  await control('comments/edit', { id: uri, text: 'Second thoughts' });
  const [after] = (await thread()).thread.replies ?? [];
  expect(after).toMatchObject({ post: { uri, record: { text: 'Second thoughts' } }, replies: [{}] });
  expect(after?.post.cid).not.toBe(before?.post.cid);
  await control('comments/delete', { id: uri });
  expect((await thread()).thread.replies).toEqual([]);
  expect((await control('comments/delete', { id: uri })).status).toBe(400);
  await sandbox.restart();
  expect((await thread()).thread.replies).toEqual([]);
});

it('hides replies by the gate of the thread', async () => {
  const uri = await comment('Rude');
  const hidden = async () =>
    (await sandbox.call(LOCAL, `/control/comments/hidden?platform=bluesky&id=${encodeURIComponent(uri)}`))
      .json;
  expect(await hidden()).toEqual({ hidden: false });
  expect((await gate([uri])).status).toBe(200);
  expect(await hidden()).toEqual({ hidden: true });
  expect((await thread()).threadgate).toMatchObject({ record: { hiddenReplies: [uri] } });
  expect(messageOf(await gate(Array.from({ length: 301 }, () => uri)))).toContain('maximum 300');
  expect((await gate([uri], { post: `${post.uri}2` })).status).toBe(400);
});

it('lists what accounts answer apart from their posts, and faults strike an answer as a post', async () => {
  const uri = await comment('First');
  const [first] = (await thread()).thread.replies ?? [];
  const parent = { uri, cid: first?.post.cid };
  const answer = () => ana.put('Thanks', { rkey: '3mkq2a7zzzz23', more: { reply: { root: post, parent } } });
  await sandbox.fault({ platform: 'bluesky', fault: 'createThenRefuse', times: 1 });
  expect((await answer()).status).toBe(500);
  const replies = async () => (await sandbox.call(LOCAL, '/control/replies?platform=bluesky')).json;
  expect(await replies()).toMatchObject([{ author: 'ana.sandbox.test', parentId: uri, text: 'Thanks' }]);
  expect((await answer()).status).toBe(200);
  expect(await replies()).toHaveLength(1);
  expect(await sandbox.posts()).toMatchObject([{ text: 'Hello' }]);
});
