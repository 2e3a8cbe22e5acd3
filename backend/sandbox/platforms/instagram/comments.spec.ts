import { createHmac } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { CLIENT } from '../../oauth/authorization-server.ts';
import { ALL_SCOPES, consent, managedPages } from '../../testing/meta-account.ts';
import { LOCAL, SandboxUnderTest, type Answer, type Sending } from '../../testing/sandbox-client.ts';

const HOST = 'instagram.sandbox.test';
const FIELDS = 'id,text,from{id,username},timestamp,hidden,parent_id,replies{id,text}';
const sandbox = new SandboxUnderTest();
let lender: Server;
let account: string;
let token: string;
let media: string;

beforeAll(async () => {
  const create = { width: 40, height: 40, channels: 3 as const, background: '#345' };
  const jpeg = await sharp({ create }).jpeg().toBuffer();
  lender = createServer((_, response) => response.end(jpeg));
  await new Promise<void>((resolve) => lender.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  lender.close();
});
beforeEach(async () => {
  await sandbox.start();
  await connect(ALL_SCOPES);
  const image = `http://127.0.0.1:${String((lender.address() as AddressInfo).port)}/a.jpg`;
  const container = idIn(await call(`${account}/media`, { form: { image_url: image } }));
  sandbox.now += 1_000;
  media = idIn(await call(`${account}/media_publish`, { form: { creation_id: container } }));
});
afterEach(async () => {
  await sandbox.stop();
});

async function connect(scopes: readonly string[]): Promise<void> {
  const [page] = await managedPages(sandbox, await consent(sandbox, 'ana', { scopes }));
  [account, token] = [page?.instagram_business_account?.id ?? '', page?.access_token ?? ''];
}
const call = (path: string, sending: Sending = {}): Promise<Answer> => {
  const proof = createHmac('sha256', CLIENT.secret).update(token).digest('hex');
  const joint = path.includes('?') ? '&' : '?';
  return sandbox.call(HOST, `/v26.0/${path}${joint}appsecret_proof=${proof}`, { token, ...sending });
};
type Listed = Readonly<{ id: string; text: string; user?: unknown; parent_id?: string; hidden: boolean }>;
type List<Item> = Readonly<{ data: readonly Item[]; paging?: { cursors: { after: string }; next?: string } }>;
const idIn = ({ json }: Answer) => (json as { id: string }).id;
const codeOf = ({ json }: Answer) => (json as { error: { code: number } }).error.code;
const control = (path: string, json: object) => sandbox.call(LOCAL, `/control/${path}`, { json });
const comment = async (text: string, more: object = {}): Promise<string> =>
  idIn(await control('comments', { platform: 'instagram', remoteId: media, author: 'ben', text, ...more }));
const list = async (query = '') =>
  (await call(`${media}/comments?fields=${FIELDS}${query}`)).json as List<
    Listed & Readonly<{ replies?: List<Listed> }>
  >;
const count = async () =>
  ((await call(`${account}/media?fields=id,comments_count`)).json as List<{ comments_count: number }>).data[0]
    ?.comments_count;
const reply = (to: string, message: string) =>
  call(`${to}/replies?message=${encodeURIComponent(message)}`, { method: 'POST' });

it('lists comments at the top, newest first and fifty at most, each with its first answers', async () => {
  const first = await comment('Lovely');
  for (let answer = 0; answer < 27; answer += 1) await comment(`Yes ${String(answer)}`, { parentId: first });
  for (let other = 0; other < 50; other += 1) await comment(`Other ${String(other)}`);
  await sandbox.restart();
  const { data, paging } = await list('&limit=100');
  expect([data.length, data[0]?.text]).toEqual([50, 'Other 49']);
  const last = (await list(`&after=${paging?.cursors.after ?? ''}`)).data[0];
  expect(last?.replies).toMatchObject({ data: { length: 25 }, paging: { next: expect.any(String) } });
  const after = last?.replies?.paging?.cursors.after ?? '';
  const rest = (await call(`${first}/replies?fields=id,text&after=${after}`)).json as List<Listed>;
  expect(rest.data.map(({ text, parent_id: parent }) => [text, parent])).toEqual([
    ['Yes 25', first],
    ['Yes 26', first],
  ]);
});

it('counts answers with the comments, and leaves out what is not announced', async () => {
  await comment('Yes', { parentId: await comment('Lovely') });
  await comment('Not told of', { unannounced: true });
  expect([await count(), (await list()).data.length]).toEqual([2, 2]);
});

it('puts an answer below the comment at the top and says of own words alone whose they are', async () => {
  const first = await comment('Lovely');
  const nested = await comment('Indeed', { parentId: first });
  const id = idIn(await reply(nested, 'Thank you'));
  expect((await call(id)).json).toMatchObject({ user: { id: account }, parent_id: first });
  expect((await call(first)).json).not.toHaveProperty('user');
  expect((await sandbox.call(LOCAL, '/control/replies?platform=instagram')).json).toMatchObject([
    { remoteId: id, parentId: first, text: 'Thank you', author: 'ana.bakes' },
  ]);
});

it('hides a comment, which takes no answers then, shows it again, changes and deletes it', async () => {
  const id = await comment('Rude');
  expect((await call(`${id}?hide=true`, { method: 'POST' })).json).toEqual({ success: true });
  expect((await list()).data[0]?.hidden).toBe(true);
  expect(codeOf(await reply(id, 'Why?'))).toBe(100);
  await call(id, { form: { hide: 'false' } });
  const hidden = await sandbox.call(LOCAL, `/control/comments/hidden?platform=instagram&id=${id}`);
  expect(hidden.json).toEqual({ hidden: false });
  await control('comments/edit', { platform: 'instagram', id, text: 'Sorry' });
  expect((await call(id)).json).toMatchObject({ text: 'Sorry' });
  expect((await call(id, { method: 'DELETE' })).json).toEqual({ success: true });
  expect(codeOf(await call(id))).toBe(100);
});

it('keeps comments from those without the permission', async () => {
  const id = await comment('Lovely');
  await connect(ALL_SCOPES.filter((scope) => scope !== 'instagram_manage_comments'));
  const refused = [
    await call(`${media}/comments`),
    await reply(id, 'Hi'),
    await call(id, { method: 'DELETE' }),
  ];
  expect(refused.map(codeOf)).toEqual([200, 200, 200]);
});

it('may refuse an answer that it has made', async () => {
  const id = await comment('Lovely');
  await sandbox.fault({ platform: 'instagram', fault: 'createThenRefuse', times: 1 });
  const answer = await reply(id, 'Thank you');
  expect(answer).toMatchObject({ status: 400, json: { error: { code: 20, error_subcode: 1772107 } } });
  expect((await sandbox.call(LOCAL, '/control/replies?platform=instagram')).json).toHaveLength(1);
});
