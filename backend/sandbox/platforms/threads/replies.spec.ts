import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { LOCAL, SandboxUnderTest, type SandboxAnswer } from '../../testing/sandbox-client.ts';
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
  root = await publishPost({ text: 'Fresh bread' });
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
  const exchange = { ...CLIENT, grant_type: 'authorization_code', redirect_uri: REDIRECT, code };
  const { json } = await sandbox.call(API, '/oauth/access_token', { form: exchange });
  return (json as { access_token: string }).access_token;
}
type Reply = Readonly<{ id: string; text: string; hide_status: string; username: string }>;
const idIn = ({ json }: SandboxAnswer) => (json as { id: string }).id;
const codeOf = ({ json }: SandboxAnswer) => (json as { error: { code: number } }).error.code;
const get = (path: string, fields: Record<string, string> = {}, by = token) =>
  sandbox.call(API, `/v1.0/${path}?${new URLSearchParams({ access_token: by, ...fields }).toString()}`);
const post = (path: string, form: Record<string, string>, by = token) =>
  sandbox.call(API, `/v1.0/${path}`, { form: { access_token: by, ...form } });
const create = (form: Record<string, string>, by = token) =>
  post('me/threads', { media_type: 'TEXT', ...form }, by);
const publish = (creation_id: string) => post('me/threads_publish', { creation_id });
const publishPost = async (form: Record<string, string>) => idIn(await publish(idIn(await create(form))));
const list = async (path: string, extra: Record<string, string> = {}) =>
  ((await get(path, { fields: FIELDS, ...extra })).json as { data: readonly Reply[] }).data;
const control = (path: string, json: object) => sandbox.call(LOCAL, `/control/${path}`, { json });
const comment = async (text: string, extra: object = {}): Promise<string> =>
  idIn(await control('comments', { platform: 'threads', remoteId: root, author: 'ben', text, ...extra }));

it('hides a direct reply together with the replies under it', async () => {
  const first = await comment('Rude');
  const nested = await comment('Very', { parentId: first });
  const states = async () => (await list(`${root}/conversation`)).map(({ hide_status }) => hide_status);
  expect(codeOf(await post(`${nested}/manage_reply`, { hide: 'true' }))).toBe(100);
  expect((await post(`${first}/manage_reply`, { hide: 'true' })).json).toEqual({ success: true });
  expect(await states()).toEqual(['HIDDEN', 'HIDDEN']);
  const query = new URLSearchParams({ platform: 'threads', id: nested }).toString();
  expect((await sandbox.call(LOCAL, `/control/comments/hidden?${query}`)).json).toEqual({ hidden: true });
  await post(`${first}/manage_reply`, { hide: 'false' });
  expect(await states()).toEqual(['NOT_HUSHED', 'NOT_HUSHED']);
});
