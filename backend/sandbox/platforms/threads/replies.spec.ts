import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { LOCAL, SandboxUnderTest, type Answer } from '../../testing/sandbox-client.ts';
import { SCOPES } from './profiles.ts';

const API = 'threads.sandbox.test';
const REDIRECT = 'http://localhost:3000/api/auth/threads/callback';
const CLIENT = { client_id: 'posthorn-sandbox', client_secret: 'posthorn-sandbox-secret' };
const FIELDS =
  'id,text,username,timestamp,root_post,replied_to,is_reply,is_reply_owned_by_me,hide_status,has_replies';
const sandbox = new SandboxUnderTest();
let token: string;
let root: string;

beforeEach(async () => {
  await sandbox.start();
  token = await tokenFor(SCOPES);
  root = await written({ text: 'Fresh bread' });
});
afterEach(async () => {
  await sandbox.stop();
});

async function tokenFor(scopes: readonly string[], account = 'ana'): Promise<string> {
  const grant = { redirect_uri: REDIRECT, scope: scopes.join(','), response_type: 'code', state: 's' };
  const query = new URLSearchParams({ client_id: CLIENT.client_id, ...grant });
  const form = { account, allow: 'allow' };
  const { headers } = await sandbox.call(LOCAL, `/oauth/threads?${query.toString()}`, { form });
  const code = new URL(headers.location ?? '').searchParams.get('code') ?? '';
  const trade = { ...CLIENT, grant_type: 'authorization_code', redirect_uri: REDIRECT, code };
  const { json } = await sandbox.call(API, '/oauth/access_token', { form: trade });
  return (json as { access_token: string }).access_token;
}
type Reply = Readonly<{ id: string; text: string; hide_status: string; username: string }>;
const idIn = ({ json }: Answer) => (json as { id: string }).id;
const codeOf = ({ json }: Answer) => (json as { error: { code: number } }).error.code;
const get = (path: string, fields: Record<string, string> = {}, by = token) =>
  sandbox.call(API, `/v1.0/${path}?${new URLSearchParams({ access_token: by, ...fields }).toString()}`);
const post = (path: string, form: Record<string, string>, by = token) =>
  sandbox.call(API, `/v1.0/${path}`, { form: { access_token: by, ...form } });
const create = (form: Record<string, string>, by = token) =>
  post('me/threads', { media_type: 'TEXT', ...form }, by);
const publish = (creation_id: string) => post('me/threads_publish', { creation_id });
const written = async (form: Record<string, string>) => idIn(await publish(idIn(await create(form))));
const list = async (path: string, more: Record<string, string> = {}) =>
  ((await get(path, { fields: FIELDS, ...more })).json as { data: readonly Reply[] }).data;
const control = (path: string, json: object) => sandbox.call(LOCAL, `/control/${path}`, { json });
const comment = async (text: string, more: object = {}): Promise<string> =>
  idIn(await control('comments', { platform: 'threads', remoteId: root, author: 'ben', text, ...more }));
const replies = async () => (await sandbox.call(LOCAL, '/control/replies?platform=threads')).json;

it('lists replies of all depths, and those to one post or reply alone', async () => {
  const first = await comment('Lovely');
  const nested = await comment('Indeed', { parentId: first });
  const deepest = await comment('Yes', { parentId: nested });
  await sandbox.restart();
  expect((await list(`${root}/conversation`)).map(({ id }) => id)).toEqual([deepest, nested, first]);
  const oldest = await list(`${root}/conversation`, { reverse: 'false', limit: '1' });
  expect(oldest.map(({ id }) => id)).toEqual([first]);
  expect((await list(`${root}/replies`)).map(({ id }) => id)).toEqual([first]);
  expect((await list(`${nested}/replies`)).map(({ id }) => id)).toEqual([deepest]);
  expect((await get(nested, { fields: FIELDS })).json).toMatchObject({
    username: 'ben',
    root_post: { id: root },
    replied_to: { id: first },
    is_reply: true,
    is_reply_owned_by_me: false,
    has_replies: true,
  });
  expect(codeOf(await get(`${first}/conversation`))).toBe(100);
});

it('takes a reply in the two steps of a post, and lists it among replies only', async () => {
  const first = await comment('Lovely');
  const id = await written({ text: 'Thank you', reply_to_id: first });
  await sandbox.restart();
  expect(await replies()).toMatchObject([
    { remoteId: id, parentId: first, author: 'ana', text: 'Thank you' },
  ]);
  expect((await list('me/replies')).map((reply) => reply.id)).toEqual([id]);
  expect((await list('me/threads')).map((thread) => thread.id)).toEqual([root]);
  expect((await list(`${root}/conversation`))[0]).toMatchObject({ is_reply_owned_by_me: true });
  const later = String(Math.floor(sandbox.now / 1000) + 60);
  expect(await list('me/replies', { since: later })).toEqual([]);
});

it('takes none to what is gone or is under the post of somebody else', async () => {
  const first = await comment('Lovely');
  const container = idIn(await create({ text: 'Thank you', reply_to_id: first }));
  await control('comments/delete', { platform: 'threads', id: first });
  expect(codeOf(await create({ text: 'Thank you', reply_to_id: first }))).toBe(100);
  expect(codeOf(await publish(container))).toBe(100);
  const ben = await tokenFor(SCOPES, 'ben');
  expect(codeOf(await create({ text: 'Hi', reply_to_id: root }, ben))).toBe(100);
  expect(await replies()).toEqual([]);
});

it('hides replies to the post itself, with what is below them', async () => {
  const first = await comment('Rude');
  const nested = await comment('Very', { parentId: first });
  const states = async () => (await list(`${root}/conversation`)).map(({ hide_status }) => hide_status);
  expect(codeOf(await post(`${nested}/manage_reply`, { hide: 'true' }))).toBe(100);
  expect((await post(`${first}/manage_reply`, { hide: 'true' })).json).toEqual({ success: true });
  expect(await states()).toEqual(['HIDDEN', 'HIDDEN']);
  const asked = new URLSearchParams({ platform: 'threads', id: nested }).toString();
  expect((await sandbox.call(LOCAL, `/control/comments/hidden?${asked}`)).json).toEqual({ hidden: true });
  await post(`${first}/manage_reply`, { hide: 'false' });
  expect(await states()).toEqual(['NOT_HUSHED', 'NOT_HUSHED']);
});

it('counts replies by themselves, and refuses them past a thousand a day when it is told to', async () => {
  await control('settings', { enforceRateLimits: true });
  const first = await comment('Lovely');
  await written({ text: 'One', reply_to_id: first });
  const { json } = await get('me/threads_publishing_limit', { fields: 'quota_usage,reply_quota_usage' });
  expect(json).toEqual({ data: [{ quota_usage: 1, reply_quota_usage: 1 }] });
});

it('needs a permission to read replies, and another one to write and hide them', async () => {
  const first = await comment('Lovely');
  const poor = await tokenFor(['threads_basic', 'threads_content_publish']);
  const refused = [
    await get(`${root}/conversation`, {}, poor),
    await get(first, {}, poor),
    await create({ text: 'Hi', reply_to_id: first }, poor),
    await post(`${first}/manage_reply`, { hide: 'true' }, poor),
  ];
  expect(refused.map(codeOf)).toEqual([10, 10, 10, 10]);
});

it('strikes a reply with the faults of a final call', async () => {
  const container = idIn(await create({ text: 'Thanks', reply_to_id: await comment('Lovely') }));
  await sandbox.fault({ platform: 'threads', fault: 'http500', times: 1 });
  expect((await publish(container)).status).toBe(500);
  await sandbox.fault({ platform: 'threads', fault: 'createThenRefuse', times: 1 });
  expect((await publish(container)).status).toBe(400);
  expect(await replies()).toMatchObject([{ text: 'Thanks' }]);
});
