import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { CLIENT } from '../../oauth/authorization-server.ts';
import { ALL_SCOPES, consent, managedPages } from '../../testing/meta-account.ts';
import { LOCAL, SandboxUnderTest, type Answer, type Sending } from '../../testing/sandbox-client.ts';

const HOST = 'facebook.sandbox.test';
const FIELDS = 'id,message,from{id,name},created_time,parent{id},is_hidden,comment_count,permalink_url';
const sandbox = new SandboxUnderTest();
let page: string;
let token: string;
let post: string;

beforeEach(async () => {
  await sandbox.start();
  const [first] = await managedPages(sandbox, await consent(sandbox, 'ana'));
  [page, token] = [first?.id ?? '', first?.access_token ?? ''];
  post = idIn(await call(`${page}/feed`, { form: { message: 'Fresh bread' } }));
});
afterEach(async () => {
  await sandbox.stop();
});

type Listed = Readonly<{
  id: string;
  message: string;
  from?: { id: string; name: string };
  parent?: { id: string };
  is_hidden: boolean;
  comment_count: number;
}>;
const proof = (of: string) => createHmac('sha256', CLIENT.secret).update(of).digest('hex');
const call = (path: string, sending: Sending = {}, as = token): Promise<Answer> =>
  sandbox.call(HOST, `/v26.0/${path}${path.includes('?') ? '&' : '?'}appsecret_proof=${proof(as)}`, {
    token: as,
    ...sending,
  });
const idIn = ({ json }: Answer) => (json as { id: string }).id;
const codeOf = ({ json }: Answer) => (json as { error: { code: number } }).error.code;
const control = (path: string, json: object) => sandbox.call(LOCAL, `/control/${path}`, { json });
const comment = async (text: string, more: object = {}): Promise<string> =>
  idIn(await control('comments', { platform: 'facebook', remoteId: post, author: 'Ben', text, ...more }));
const list = async (query = 'filter=stream', of = post) =>
  ((await call(`${of}/comments?fields=${FIELDS}&${query}`)).json as { data: readonly Listed[] }).data;
const count = async () => {
  const fields = 'id,comments.filter(stream).limit(0).summary(total_count)';
  const { json } = await call(`${page}/published_posts?fields=${fields}`);
  return (json as { data: { comments: { summary: { total_count: number } } }[] }).data[0]?.comments.summary
    .total_count;
};
const reply = (to: string, message: string) => call(`${to}/comments`, { form: { message } });
const replies = async () => (await sandbox.call(LOCAL, '/control/replies?platform=facebook')).json;

it('lists comments of others with their answers, in both orders and page by page, also after a restart', async () => {
  const first = await comment('Lovely');
  const nested = await comment('Indeed', { parentId: first, author: 'Cem' });
  await comment('When do you open?');
  await sandbox.restart();
  expect((await list('')).map(({ message }) => message)).toEqual(['Lovely', 'When do you open?']);
  const newest = await list('filter=stream&order=reverse_chronological');
  expect(newest.map(({ message }) => message)).toEqual(['When do you open?', 'Indeed', 'Lovely']);
  expect(newest[1]).toMatchObject({ id: nested, parent: { id: first }, from: { name: 'Cem' } });
  expect(newest[2]?.comment_count).toBe(1);
  expect((await list('', first)).map(({ id }) => id)).toEqual([nested]);
  const page1 = (await call(`${post}/comments?filter=stream&limit=2`)).json as {
    data: Listed[];
    paging: { cursors: { after: string }; next?: string };
  };
  expect([page1.data.length, page1.paging.next === undefined]).toEqual([2, false]);
  expect(await list(`filter=stream&limit=2&after=${page1.paging.cursors.after}`)).toHaveLength(1);
});

it('leaves a comment that is not announced out of counts, and shows it in the thread', async () => {
  await comment('Seen');
  await comment('Not told of', { unannounced: true });
  expect([await count(), (await list()).length]).toEqual([1, 2]);
});

it('names nobody whose privacy hides them', async () => {
  await comment('Who am I?', { author: 'private person' });
  expect((await list())[0]?.from).toBeUndefined();
});

it('answers a user token with an empty list, and a token without the permission with an error', async () => {
  await comment('Lovely');
  const user = await consent(sandbox, 'ana');
  expect((await call(`${post}/comments`, {}, user)).json).toEqual({ data: [] });
  const scopes = ALL_SCOPES.filter((scope) => scope !== 'pages_read_user_content');
  const [poor] = await managedPages(sandbox, await consent(sandbox, 'ana', { scopes }));
  expect(codeOf(await call(`${post}/comments`, {}, poor?.access_token))).toBe(200);
  const counting = `${page}/published_posts?fields=comments.summary(total_count)`;
  expect(codeOf(await call(counting, {}, poor?.access_token))).toBe(200);
});

it('takes an answer by /comments, and below the comment at the top when the answer is to an answer', async () => {
  const first = await comment('Lovely');
  const nested = await comment('Indeed', { parentId: first });
  const answer = idIn(await reply(nested, 'Thank you both'));
  expect(await replies()).toMatchObject([{ remoteId: answer, parentId: first, text: 'Thank you both' }]);
  expect((await list()).at(-1)).toMatchObject({ id: answer, parent: { id: first }, from: { id: page } });
  expect(await count()).toBe(3);
  expect([codeOf(await reply(first, ' ')), codeOf(await reply('1_2', 'Hi'))]).toEqual([100, 100]);
});

it('changes a comment by a message to the comment itself: that is no answer', async () => {
  const theirs = await comment('Lovely');
  expect(codeOf(await call(theirs, { form: { message: 'Thank you' } }))).toBe(200);
  const own = idIn(await reply(theirs, 'Thank you'));
  expect((await call(own, { form: { message: 'Thanks!' } })).json).toEqual({ success: true });
  expect(await replies()).toMatchObject([{ remoteId: own, text: 'Thanks!' }]);
});

it('hides a comment, shows it again and deletes it with its answers', async () => {
  const id = await comment('Rude');
  await comment('Yes', { parentId: id });
  const hidden = async () =>
    (await sandbox.call(LOCAL, `/control/comments/hidden?platform=facebook&id=${id}`)).json;
  expect((await call(id, { form: { is_hidden: 'true' } })).json).toEqual({ success: true });
  expect([await hidden(), (await list())[0]?.is_hidden]).toEqual([{ hidden: true }, true]);
  await call(id, { form: { is_hidden: 'false' } });
  await sandbox.restart();
  expect(await hidden()).toEqual({ hidden: false });
  expect((await call(id, { method: 'DELETE' })).json).toEqual({ success: true });
  expect(codeOf(await call(id))).toBe(100);
  expect(await list()).toEqual([]);
});

it('lets authors change and delete what they wrote', async () => {
  const id = await comment('Lovly');
  await control('comments/edit', { platform: 'facebook', id, text: 'Lovely' });
  expect((await call(id)).json).toMatchObject({ message: 'Lovely' });
  await control('comments/delete', { platform: 'facebook', id });
  expect(codeOf(await call(id))).toBe(100);
});

it('strikes an answer with the faults of a final call, and shows it late when posts show late', async () => {
  const id = await comment('Lovely');
  await sandbox.fault({ platform: 'facebook', fault: 'http500', times: 1 });
  expect((await reply(id, 'One')).status).toBe(500);
  await sandbox.fault({ platform: 'facebook', fault: 'dropAfterAccept', times: 1 });
  await expect(reply(id, 'Two')).rejects.toThrow('socket hang up');
  expect(await replies()).toMatchObject([{ text: 'Two' }]);
  await control('settings', { visibilityDelaySeconds: 30 });
  expect(await list()).toEqual([]);
  sandbox.now += 30_000;
  expect(await list()).toHaveLength(2);
});
