import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { LOCAL, MASTODON, SandboxUnderTest, type Answer } from '../../testing/sandbox-client.ts';

const sandbox = new SandboxUnderTest();
let postId: string;

beforeEach(async () => {
  await sandbox.start();
  postId = ((await call('statuses', { json: { status: 'Hello' } })).json as { id: string }).id;
});
afterEach(async () => {
  await sandbox.stop();
});

const call = (path: string, more: object = {}): Promise<Answer> =>
  sandbox.call(MASTODON, `/api/v1/${path}`, { token: 'a-token', ...more });
const control = (path: string, body: object): Promise<Answer> =>
  sandbox.call(LOCAL, `/control/${path}`, { json: { platform: 'mastodon', ...body } });
const comment = async (text: string, more: object = {}): Promise<string> => {
  const order = { remoteId: postId, author: 'Ben', text, ...more };
  return ((await control('comments', order)).json as { id: string }).id;
};
type Status = {
  id: string;
  content: string;
  in_reply_to_id: string;
  edited_at: string | null;
  account: object;
};
const thread = async () =>
  ((await call(`statuses/${postId}/context`)).json as { descendants: Status[] }).descendants;
const told = async () =>
  ((await call('notifications?types[]=mention')).json as { status: Status }[]).map(({ status }) => status.id);

it('lets somebody answer a comment, and names all who are answered', async () => {
  const first = await comment('First');
  const second = await comment('Second', { parentId: first, author: 'cleo@far.example' });
  const [, answer] = await thread();
  expect(answer).toMatchObject({
    id: second,
    in_reply_to_id: first,
    uri: expect.stringContaining('far.example'),
  });
  expect(answer?.content).toMatch(/Ben.*creator-.*Second/u);
  expect(await told()).toEqual([second, first]);
  expect(
    (await control('comments', { remoteId: first, author: 'x', text: 'x', parentId: postId })).status,
  ).toBe(400);
});

it('tells nobody of an unannounced comment, and has it in the thread', async () => {
  const id = await comment('Nobody knows', { unannounced: true });
  expect(await told()).toEqual([]);
  expect((await call(`statuses/${postId}`)).json).toMatchObject({ replies_count: 0 });
  expect(await thread()).toMatchObject([{ id }]);
});

it('changes and deletes a comment, also over a restart, and shows who is a program', async () => {
  const id = await comment('First', { bot: true });
  await control('comments/edit', { id, text: 'Second thoughts' });
  await sandbox.restart();
  const [edited] = await thread();
  expect(edited).toMatchObject({ edited_at: new Date(sandbox.now).toISOString(), account: { bot: true } });
  expect(edited?.content).toMatch(/creator-.*Second thoughts/u);
  await control('comments/delete', { id });
  expect([await thread(), (await call(`statuses/${id}`)).status]).toEqual([[], 404]);
});

it('answers several statuses by their ids, twenty at most, without those that are gone', async () => {
  const id = await comment('First');
  expect((await call(`statuses?id[]=${postId}&id[]=${id}&id[]=7`)).json).toMatchObject([
    { id: postId },
    { id },
  ]);
  const many = Array.from({ length: 21 }, (_, index) => `id[]=${String(index)}`).join('&');
  expect((await call(`statuses?${many}`)).status).toBe(422);
});

it('lists what accounts answer apart from their posts', async () => {
  const id = await comment('First');
  await call('statuses', { json: { status: '@ben Thanks', in_reply_to_id: id } });
  const replies = (await sandbox.call(LOCAL, '/control/replies?platform=mastodon')).json;
  expect(replies).toMatchObject([{ parentId: id, text: '@ben Thanks' }]);
  expect(await sandbox.posts()).toMatchObject([{ text: 'Hello' }]);
});
