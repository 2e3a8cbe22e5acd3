import { HOUR_MS } from '@posthorn/contracts/shared/durations';
import { createHash } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import {
  LOCAL,
  MASTODON,
  MP4,
  PNG,
  SandboxUnderTest,
  type SandboxAnswer,
  type SandboxRequest,
} from '../../testing/sandbox-client.ts';

type Body = Readonly<{ id: string; url: string; content: string; error: string }>;

const sandbox = new SandboxUnderTest();
const token = 'a-token';

beforeEach(async () => {
  await sandbox.start();
});
afterEach(async () => {
  await sandbox.stop();
});

const call = async (path: string, request: SandboxRequest = {}): Promise<SandboxAnswer> =>
  sandbox.call(MASTODON, path, { token, ...request });
const body = ({ json }: SandboxAnswer): Body => json as Body;

const post = async (json: object, key?: string): Promise<SandboxAnswer> =>
  call('/api/v1/statuses', { json, ...(key ? { headers: { 'idempotency-key': key } } : {}) });

async function upload(
  bytes: Buffer,
  fields: Record<string, string> = {},
  path = '/api/v2/media',
): Promise<SandboxAnswer> {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(bytes)]), 'file');
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return call(path, { form });
}

it.each(['bad-token', undefined])('refuses the token %s', async (given) => {
  const path = '/api/v1/accounts/verify_credentials';
  const answer = await sandbox.call(MASTODON, path, given ? { token: given } : {});
  expect(answer).toMatchObject({ status: 401, json: { error: 'The access token is invalid' } });
});

it('lets a token that has no scope for writing only read', async () => {
  const readonly = { token: 'readonly-1' };
  expect((await call('/api/v1/apps/verify_credentials', readonly)).json).toMatchObject({ scopes: ['read'] });
  expect((await call('/api/v1/accounts/verify_credentials', readonly)).status).toBe(200);
  const refused = await call('/api/v1/statuses', { ...readonly, json: { status: 'Hello' } });
  expect(refused).toMatchObject({
    status: 403,
    json: { error: 'This action is outside the authorized scopes' },
  });
});

it.each(['/api/v1/instance', '/api/v2/instance'])('reports its limits at %s', async (path) => {
  const statuses = { max_characters: 500, max_media_attachments: 4, characters_reserved_per_url: 23 };
  expect((await call(path)).json).toMatchObject({
    configuration: { statuses, media_attachments: { description_limit: 1500 } },
  });
});

it('publishes a status, with a page that a browser can open', async () => {
  const status = body(await post({ status: 'Hello <b> & #posthorn' }));
  expect(status.id).toMatch(/^\d{18}$/);
  expect(status.content).toContain('Hello &lt;b&gt; &amp; <a href=');
  const page = await sandbox.call(LOCAL, new URL(status.url).pathname);
  expect([page.status, page.text]).toEqual([200, expect.stringContaining('Hello &lt;b&gt; &amp; #posthorn')]);
});

it('returns the first status for a repeated idempotency key for an hour, even across a restart', async () => {
  const first = body(await post({ status: 'Hello' }, 'key-1'));
  await sandbox.restart();
  sandbox.now += HOUR_MS - 1;
  expect(body(await post({ status: 'Other' }, 'key-1')).id).toBe(first.id);
  sandbox.now += 1;
  expect(body(await post({ status: 'Other' }, 'key-1')).id).not.toBe(first.id);
  expect(await sandbox.posts('?platform=mastodon')).toHaveLength(2);
});

it('keeps idempotency keys of hosts separate, and has an instance that ignores such keys', async () => {
  const headers = { 'idempotency-key': 'key-1' };
  const hosts = [MASTODON, 'no-idempotency.mastodon.sandbox.test', 'no-idempotency.mastodon.sandbox.test'];
  const answers = [];
  for (const host of hosts)
    answers.push(await sandbox.call(host, '/api/v1/statuses', { token, headers, json: { status: 'Hello' } }));
  expect(new Set(answers.map((answer) => body(answer).id)).size).toBe(3);
});

it.each([
  [
    'a text of more than 500 characters',
    { status: 'x'.repeat(501) },
    'Validation failed: Text character limit of 500 exceeded',
  ],
  ['a status without text and files', { status: '  ' }, "Validation failed: Text can't be blank"],
  [
    'unknown files',
    { media_ids: ['1'] },
    'Validation failed: Media 1 not found or already attached to another post',
  ],
  [
    'five files',
    { media_ids: ['1', '2', '3', '4', '5'] },
    'Validation failed: Cannot attach more than 4 files',
  ],
  [
    'an unknown visibility',
    { status: 'Hi', visibility: 'secret' },
    'Validation failed: Visibility is not included in the list',
  ],
])('refuses %s', async (_what, fields, error) => {
  expect(await post(fields)).toMatchObject({ status: 422, json: { error } });
  expect(await sandbox.posts()).toEqual([]);
});

it('counts a URL as 23 characters, whatever its length', async () => {
  const url = `https://example.com/${'a'.repeat(400)}`;
  expect((await post({ status: `${'x'.repeat(476)} ${url}` })).status).toBe(200);
  expect((await post({ status: `${'x'.repeat(477)} ${url}` })).status).toBe(422);
});

it('accepts an image with its description at once, and attaches it to only one status', async () => {
  const image = await upload(PNG, { description: 'A dot', focus: '0.5,-0.5' });
  expect(image).toMatchObject({
    status: 200,
    json: { type: 'image', description: 'A dot', meta: { focus: { x: 0.5, y: -0.5 } } },
  });
  const status = await post({ status: 'Hi', media_ids: [body(image).id] });
  expect(status.json).toMatchObject({ media_attachments: [{ id: body(image).id, description: 'A dot' }] });
  expect((await call(`/api/v1/media/${body(image).id}`)).status).toBe(404);
  expect((await post({ status: 'Again', media_ids: [body(image).id] })).status).toBe(422);
  expect((await sandbox.call(LOCAL, '/control/posts')).json).toMatchObject([
    { media: [{ type: 'image/png', bytes: PNG.length }] },
  ]);
});

it('delays the processing of images too when a fault is planned', async () => {
  await sandbox.fault({ platform: 'mastodon', fault: 'slowProcessing', times: 1, retryAfterSeconds: 40 });
  const image = await upload(PNG);
  expect(image.status).toBe(202);
  sandbox.now += 40_000;
  expect((await call(`/api/v1/media/${body(image).id}`)).status).toBe(200);
});

it('refuses a video beside an image, a file that is not media, and a description that is too long', async () => {
  const ids = [body(await upload(PNG)).id, body(await upload(MP4)).id];
  sandbox.now += 1500;
  expect(await post({ status: 'Mix', media_ids: ids })).toMatchObject({
    status: 422,
    json: { error: expect.stringContaining('already contains images') },
  });
  expect((await upload(Buffer.from('words'))).status).toBe(422);
  expect((await upload(PNG, { description: 'x'.repeat(1501) })).status).toBe(422);
  expect((await call('/api/v2/media', { form: new FormData() })).status).toBe(422);
});

it('lists the account’s statuses after an id, newest first, with links to other pages', async () => {
  const ids = [];
  for (const status of ['one', 'two', 'three']) ids.push(body(await post({ status })).id);
  const { id } = body(await call('/api/v1/accounts/verify_credentials'));
  const list = async (query: string): Promise<SandboxAnswer> =>
    call(`/api/v1/accounts/${id}/statuses?exclude_reblogs=true&${query}`);
  const idsOf = ({ json }: SandboxAnswer): string[] => (json as Body[]).map((status) => status.id);
  expect(idsOf(await list(`since_id=${ids[0] ?? ''}`))).toEqual([ids[2], ids[1]]);
  expect(idsOf(await list(`min_id=${ids[0] ?? ''}&limit=1`))).toEqual([ids[1]]);
  const newest = await list('limit=1');
  expect(idsOf(newest)).toEqual([ids[2]]);
  expect(newest.headers['link']).toContain(`max_id=${ids[2] ?? ''}`);
});

it('hides a new status from lists for a while', async () => {
  await sandbox.call(LOCAL, '/control/settings', { json: { visibilityDelaySeconds: 30 } });
  await post({ status: 'Hello' });
  const { id } = body(await call('/api/v1/accounts/verify_credentials'));
  expect((await call(`/api/v1/accounts/${id}/statuses`)).json).toEqual([]);
  sandbox.now += 30_000;
  expect((await call(`/api/v1/accounts/${id}/statuses`)).json).toHaveLength(1);
});

it('deletes the account’s own status, and returns its text', async () => {
  const { id } = body(await post({ status: 'Hello' }));
  const path = `/api/v1/statuses/${id}`;
  expect(await call(path, { method: 'DELETE', token: 'another' })).toMatchObject({ status: 404 });
  expect(await call(path, { method: 'DELETE' })).toMatchObject({ status: 200, json: { id, text: 'Hello' } });
  expect(await call(path)).toMatchObject({ status: 404, json: { error: 'Record not found' } });
});

it('reports the rate limit in headers, with its end as an ISO time', async () => {
  const { headers } = await call('/api/v1/accounts/verify_credentials');
  expect(headers).toMatchObject({
    'x-ratelimit-limit': '300',
    'x-ratelimit-reset': new Date(sandbox.now + 300_000).toISOString(),
  });
});

it('enforces the rate limit when the setting is on', async () => {
  await sandbox.call(LOCAL, '/control/settings', { json: { enforceRateLimits: true } });
  for (let time = 0; time < 30; time += 1) await upload(PNG);
  expect(await upload(PNG)).toMatchObject({
    status: 429,
    headers: { 'retry-after': '1800', 'x-ratelimit-remaining': '0' },
  });
});

const REDIRECT = 'http://localhost:3000/api/auth/mastodon/callback/mastodon.sandbox.test';
const SCOPES = 'read:accounts write:statuses';
async function register(host = MASTODON) {
  const json = { client_name: 'Posthorn', redirect_uris: REDIRECT, scopes: SCOPES };
  const answer = await sandbox.call(host, '/api/v1/apps', { json });
  const { client_id, client_secret } = answer.json as Record<string, string>;
  return { client_id: client_id ?? '', client_secret: client_secret ?? '' };
}
/** Gets a code through the consent page. `pkce`: the PKCE parameters of the page. */
async function codeFor(clientId: string, account: string, pkce: Record<string, string> = {}) {
  const query = new URLSearchParams({
    client_id: clientId,
    redirect_uri: REDIRECT,
    response_type: 'code',
    scope: SCOPES,
    state: 's',
    ...pkce,
  });
  const form = { account, allow: 'allow' };
  const page = await sandbox.call(LOCAL, `/oauth/mastodon?${query.toString()}`, { form });
  if (page.status !== 303) return page.text;
  return new URL(page.headers.location ?? '').searchParams.get('code') ?? '';
}
const exchange = (form: Record<string, string>, host = MASTODON) =>
  sandbox.call(host, '/oauth/token', {
    form: { grant_type: 'authorization_code', redirect_uri: REDIRECT, ...form },
  });

it('registers an application, shows its consent page and exchanges the code for a token', async () => {
  const metadata = await sandbox.call(MASTODON, '/.well-known/oauth-authorization-server', {});
  expect(metadata.json).toMatchObject({
    code_challenge_methods_supported: ['S256'],
    authorization_endpoint: `http://localhost:${String(sandbox.port)}/oauth/mastodon`,
  });
  const app = await register();
  const code = await codeFor(app.client_id, 'ana');
  const answer = await exchange({ ...app, code });
  expect(answer).toMatchObject({ status: 200, json: { token_type: 'Bearer', scope: SCOPES } });
  const accessToken = (answer.json as { access_token: string }).access_token;
  const me = await call('/api/v1/accounts/verify_credentials', { token: accessToken });
  expect(me.json).toMatchObject({ acct: 'ana' });
  expect(await exchange({ ...app, code })).toMatchObject({ status: 400, json: { error: 'invalid_grant' } });
  // The consent did not request the scope for media.
  expect(await call('/api/v2/media', { token: accessToken, form: new FormData() })).toMatchObject({
    status: 403,
  });
});
it('checks the verifier against the challenge, and refuses a verifier without a challenge', async () => {
  const app = await register();
  const verifier = 'v'.repeat(43);
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  const pkce = { code_challenge: challenge, code_challenge_method: 'S256' };
  const tries = [
    [await codeFor(app.client_id, 'ana', pkce), { code_verifier: verifier }, 200],
    [await codeFor(app.client_id, 'ana', pkce), { code_verifier: 'w'.repeat(43) }, 400],
    [await codeFor(app.client_id, 'ana', pkce), {}, 400],
    [await codeFor(app.client_id, 'ana'), { code_verifier: verifier }, 400],
  ] as const;
  for (const [code, proof, status] of tries)
    expect((await exchange({ ...app, code, ...proof })).status).toBe(status);
});
it('accepts an application only at its own instance, and deletes the application at a reset', async () => {
  const app = await register('other.mastodon.sandbox.test');
  const code = await codeFor(app.client_id, 'ana');
  const unknown = { status: 401, json: { error: 'invalid_client' } };
  expect(await exchange({ ...app, code })).toMatchObject(unknown);
  const ownGrant = { ...app, grant_type: 'client_credentials' };
  expect((await exchange(ownGrant, 'other.mastodon.sandbox.test')).status).toBe(200);
  await sandbox.call(LOCAL, '/control/reset', { json: {} });
  expect(await exchange(ownGrant, 'other.mastodon.sandbox.test')).toMatchObject(unknown);
  expect(await codeFor(app.client_id, 'ana')).toContain('This application is unknown.');
});
it.each([{}, { client_name: 'Posthorn', redirect_uris: '/callback' }])(
  'refuses to register an application with the fields %j',
  async (json) => {
    expect(await sandbox.call(MASTODON, '/api/v1/apps', { json })).toMatchObject({ status: 422 });
  },
);

it('revokes a token only for its own application', async () => {
  expect(await call('/oauth/revoke', { form: { token } })).toMatchObject({ status: 403 });
  expect(await call('/oauth/revoke', { form: { token, ...(await register()) } })).toMatchObject({
    status: 200,
  });
  expect(await call('/api/v1/accounts/verify_credentials')).toMatchObject({
    status: 401,
    json: { error: 'The access token was revoked' },
  });
});

it('refuses a reply to an unknown comment, and returns at most twenty statuses at once', async () => {
  const { id } = body(await post({ status: 'Hello' }));
  const request = { platform: 'mastodon', remoteId: id, author: 'x', text: 'x', parentId: '7' };
  expect((await sandbox.call(LOCAL, '/control/comments', { json: request })).status).toBe(400);
  const idsQuery = (count: number) =>
    Array.from({ length: count }, (_, index) => `id[]=${String(index)}`).join('&');
  expect((await call(`/api/v1/statuses?${idsQuery(20)}`)).status).toBe(200);
  expect((await call(`/api/v1/statuses?${idsQuery(21)}`)).status).toBe(422);
});

it('refuses a status whose video is still being processed', async () => {
  const { id } = body(await upload(MP4));
  expect(await post({ status: 'Film', media_ids: [id] })).toMatchObject({
    status: 422,
    json: { error: expect.stringContaining('have not finished processing') },
  });
});
