import { createHash } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import {
  LOCAL,
  MP4,
  PNG,
  SandboxUnderTest,
  type SandboxAnswer,
  type SandboxRequest,
} from '../../testing/sandbox-client.ts';

const HOST = 'twitter.sandbox.test';
const REDIRECT = 'http://localhost:3000/api/auth/twitter/callback';
const SCOPES = 'tweet.read tweet.write users.read media.write offline.access tweet.moderate.write';
const VERIFIER = 'v'.repeat(43);
const BASIC = `Basic ${btoa('posthorn-sandbox:posthorn-sandbox-secret')}`;
type Tokens = Readonly<{ access_token: string; refresh_token: string }>;

const sandbox = new SandboxUnderTest();
const NOON = sandbox.now;
let token = '';
beforeEach(async () => {
  sandbox.now = NOON;
  await sandbox.start();
  token = (await connect('ana')).access_token;
});
afterEach(async () => {
  await sandbox.stop();
});

const call = (path: string, request: SandboxRequest = {}): Promise<SandboxAnswer> =>
  sandbox.call(HOST, path, { token, ...request });
const dataOf = ({ json }: SandboxAnswer): Record<string, unknown> =>
  (json as { data: Record<string, unknown> }).data;
const post = (json: object): Promise<SandboxAnswer> => call('/2/tweets', { json });
const requestTokens = (form: Record<string, string>, authorization = BASIC): Promise<SandboxAnswer> =>
  sandbox.call(HOST, '/2/oauth2/token', { form, headers: { authorization } });

async function codeFor(account: string, scope = SCOPES): Promise<string> {
  const challenge = createHash('sha256').update(VERIFIER).digest('base64url');
  const query = new URLSearchParams({
    client_id: 'posthorn-sandbox',
    response_type: 'code',
    redirect_uri: REDIRECT,
    scope,
    code_challenge: challenge,
    code_challenge_method: 'S256',
  });
  const form = { allow: 'allow', account };
  const answer = await sandbox.call(LOCAL, `/oauth/twitter?${query.toString()}`, { form });
  return new URL(String(answer.headers.location)).searchParams.get('code') ?? '';
}
const redeem = (code: string, verifier = VERIFIER): Promise<SandboxAnswer> =>
  requestTokens({ grant_type: 'authorization_code', code, redirect_uri: REDIRECT, code_verifier: verifier });
const connect = async (account: string, scope = SCOPES): Promise<Tokens> =>
  (await redeem(await codeFor(account, scope))).json as Tokens;

async function begin(json: object = {}): Promise<SandboxAnswer> {
  const image = { media_type: 'image/png', total_bytes: PNG.length, media_category: 'tweet_image' };
  return call('/2/media/upload/initialize', { json: { ...image, ...json } });
}
function append(id: unknown, index: number, bytes: Buffer): Promise<SandboxAnswer> {
  const form = new FormData();
  form.set('segment_index', String(index));
  form.set('media', new Blob([new Uint8Array(bytes)]), 'media');
  return call(`/2/media/upload/${String(id)}/append`, { form });
}
const finalize = (id: unknown): Promise<SandboxAnswer> =>
  call(`/2/media/upload/${String(id)}/finalize`, { method: 'POST' });
const statusOf = (id: unknown): Promise<SandboxAnswer> =>
  call(`/2/media/upload?command=STATUS&media_id=${String(id)}`);
async function upload(bytes: Buffer, type = 'image/png', category = 'tweet_image'): Promise<string> {
  const begun = await begin({ media_type: type, media_category: category, total_bytes: bytes.length });
  const { id } = dataOf(begun);
  await append(id, 0, bytes);
  await finalize(id);
  return String(id);
}

it('issues tokens for a code once, within 30 seconds, if the verifier and the credentials match', async () => {
  const code = await codeFor('ana');
  const refused = {
    error: 'invalid_request',
    error_description: expect.stringContaining('authorization code'),
  };
  expect(await redeem(code, 'w'.repeat(43))).toMatchObject({ status: 400, json: refused });
  const form = { grant_type: 'authorization_code', code, redirect_uri: REDIRECT, code_verifier: VERIFIER };
  expect(await requestTokens(form, `Basic ${btoa('posthorn-sandbox:wrong')}`)).toMatchObject({ status: 401 });
  expect(await redeem(code)).toMatchObject({
    status: 200,
    json: { token_type: 'bearer', expires_in: 7200, scope: SCOPES },
  });
  expect((await redeem(code)).status).toBe(400);
  const late = await codeFor('ana');
  sandbox.now += 30_000;
  expect((await redeem(late)).status).toBe(400);
});
it('rotates refresh tokens, and does not issue one without the scope offline.access', async () => {
  const { refresh_token } = await connect('ana');
  const refresh = () => requestTokens({ grant_type: 'refresh_token', refresh_token });
  const first = await refresh();
  expect(first).toMatchObject({ status: 200 });
  expect((first.json as Tokens).refresh_token).not.toBe(refresh_token);
  expect(await refresh()).toMatchObject({
    status: 400,
    json: { error: 'invalid_request', error_description: 'Value passed for the token was invalid.' },
  });
  expect(await connect('ana', 'tweet.read users.read')).not.toHaveProperty('refresh_token');
});
it('expires an access token after two hours, and refuses it after a revocation', async () => {
  expect(await call('/2/users/me')).toMatchObject({ status: 200, json: { data: { username: 'ana' } } });
  sandbox.now += 7_200_000;
  expect(await call('/2/users/me')).toMatchObject({ status: 401, json: { title: 'Unauthorized' } });
  token = (await connect('ana')).access_token;
  const form = { token, token_type_hint: 'access_token' };
  await sandbox.call(HOST, '/2/oauth2/revoke', { form, headers: { authorization: BASIC } });
  expect((await call('/2/users/me')).status).toBe(401);
});
it('requires the scopes that the account granted', async () => {
  token = (await connect('ana', 'tweet.read users.read')).access_token;
  expect((await call('/2/users/me')).status).toBe(200);
  expect(await post({ text: 'Hi' })).toMatchObject({ status: 403, json: { title: 'Forbidden' } });
  expect((await begin()).status).toBe(403);
});

it('accepts a post, shows it with short links, and keeps it across a restart', async () => {
  const created = await post({ text: 'See example.com & https://b.de', reply_settings: 'following' });
  expect(created).toMatchObject({
    status: 201,
    json: { data: { text: expect.stringMatching(/^See https:\/\/t\.co\/\w+ &amp; https:\/\/t\.co\/\w+$/) } },
  });
  await sandbox.restart();
  const { id } = dataOf(await call('/2/users/me'));
  const list = await call(`/2/users/${String(id)}/tweets?tweet.fields=created_at,entities`);
  expect(list.json).toMatchObject({
    data: [
      {
        id: dataOf(created)['id'],
        created_at: '2026-11-01T12:00:00.000Z',
        entities: {
          urls: [
            { expanded_url: 'http://example.com' },
            { expanded_url: 'https://b.de', display_url: 'b.de' },
          ],
        },
      },
    ],
    meta: { result_count: 1 },
  });
  const [seen] = await sandbox.posts('?platform=twitter');
  expect(seen).toMatchObject({ account: 'ana', text: 'See example.com & https://b.de' });
});

it.each([
  ['too much text', { text: 'x'.repeat(281) }, 403],
  ['too much text with a bare domain', { text: `${'x'.repeat(258)} a.de` }, 403],
  ['a post without text and files', { text: ' ' }, 400],
  ['an unknown field', { text: 'Hi', title: 'x' }, 400],
  ['an unknown reply setting', { text: 'Hi', reply_settings: 'nobody' }, 400],
  ['an unknown file', { text: 'Hi', media: { media_ids: ['1'] } }, 400],
  ['an empty list of files', { text: 'Hi', media: { media_ids: [] } }, 400],
])('refuses %s', async (_what, body, status) => {
  expect((await post(body)).status).toBe(status);
  expect(await sandbox.posts()).toEqual([]);
});
it('accepts long posts of subscribers, and shows them as notes', async () => {
  token = (await connect('premium_ana')).access_token;
  const text = 'word '.repeat(400).trim();
  expect((await post({ text })).status).toBe(201);
  const me = await call('/2/users/me?user.fields=subscription_type');
  expect(me.json).toMatchObject({ data: { subscription_type: 'Premium' } });
  const list = await call(`/2/users/${String(dataOf(me)['id'])}/tweets?tweet.fields=note_tweet`);
  expect(list.json).toMatchObject({ data: [{ text: expect.stringMatching(/…$/), note_tweet: { text } }] });
});
it('refuses the same text again within a day', async () => {
  await post({ text: 'Again' });
  expect(await post({ text: 'Again' })).toMatchObject({
    status: 403,
    json: { detail: 'You are not allowed to create a Tweet with duplicate content.' },
  });
  sandbox.now += 86_400_000;
  token = (await connect('ana')).access_token;
  expect((await post({ text: 'Again' })).status).toBe(201);
});
it('accepts the same text again when the sandbox is set not to recognize duplicates', async () => {
  await sandbox.call(LOCAL, '/control/settings', { json: { recognizeDuplicates: false } });
  await post({ text: 'Again' });
  expect((await post({ text: 'Again' })).status).toBe(201);
});

it('assembles a file from segments in any order, and accepts its description', async () => {
  const { id } = dataOf(await begin());
  await append(id, 1, PNG.subarray(40));
  expect(await finalize(id)).toMatchObject({
    status: 400,
    json: { errors: [{ message: 'Segments do not add up to provided total file size.' }] },
  });
  await append(id, 0, PNG.subarray(0, 40));
  expect(await finalize(id)).toMatchObject({ status: 200, json: { data: { id, size: PNG.length } } });
  const metadata = { alt_text: { text: 'A dot' } };
  expect((await call('/2/media/metadata', { json: { id, metadata } })).status).toBe(200);
  expect((await post({ media: { media_ids: [id] } })).status).toBe(201);
  const posts = (await sandbox.call(LOCAL, '/control/posts')).json;
  expect(posts).toMatchObject([{ text: '', media: [{ type: 'image/png', bytes: PNG.length }] }]);
});
it.each([
  ['a type that does not fit its category', { media_type: 'video/mp4' }],
  ['an unknown category', { media_category: 'photo' }],
  ['a photo that is larger than 5 MB', { total_bytes: 5_242_881 }],
  ['no size', { total_bytes: null }],
])('refuses to begin an upload with %s', async (_what, body) => {
  expect((await begin(body)).status).toBe(400);
});
it('refuses segments over 5 MB, files that are not of the given type, and files of other accounts', async () => {
  const { id } = dataOf(await begin({ total_bytes: 5_242_880 }));
  expect((await append(id, 0, Buffer.alloc(5_242_881))).status).toBe(413);
  const fake = dataOf(await begin({ total_bytes: 5 }))['id'];
  await append(fake, 0, Buffer.from('words'));
  expect((await finalize(fake)).status).toBe(400);
  const own = await upload(PNG);
  token = (await connect('ben')).access_token;
  expect((await post({ media: { media_ids: [own] } })).status).toBe(400);
  expect((await statusOf(own)).status).toBe(403);
});
it('processes a video for a while, refuses other files beside it, and deletes it after a day', async () => {
  const id = await upload(MP4, 'video/mp4', 'tweet_video');
  expect(dataOf(await statusOf(id))).toMatchObject({ processing_info: { state: 'in_progress' } });
  expect((await post({ media: { media_ids: [id] } })).status).toBe(400);
  sandbox.now += 1_500;
  expect(dataOf(await statusOf(id))).toMatchObject({ processing_info: { state: 'succeeded' } });
  const image = await upload(PNG);
  expect((await post({ media: { media_ids: [id, image] } })).status).toBe(400);
  expect((await post({ media: { media_ids: [image, image, image, image, image] } })).status).toBe(400);
  expect((await post({ media: { media_ids: [id] } })).status).toBe(201);
  sandbox.now += 86_400_000;
  token = (await connect('ana')).access_token;
  expect((await statusOf(id)).status).toBe(404);
});
it('fails the processing of a video when a fault is planned', async () => {
  await sandbox.fault({ platform: 'twitter', fault: 'failProcessing', times: 1 });
  const id = await upload(MP4, 'video/mp4', 'tweet_video');
  sandbox.now += 1_500;
  expect(dataOf(await statusOf(id))).toMatchObject({
    processing_info: { state: 'failed', error: { message: 'Unsupported video format' } },
  });
});

it('lists posts, newest first, by page and start time, and hides new ones for a while', async () => {
  const id = String(dataOf(await call('/2/users/me'))['id']);
  const list = (query: string) => call(`/2/users/${id}/tweets?${query}`);
  for (const text of ['1', '2', '3', '4', '5', '6']) {
    await post({ text });
    sandbox.now += 1_000;
  }
  const texts = ({ json }: SandboxAnswer) =>
    ((json as { data?: { text: string }[] }).data ?? []).map(({ text }) => text);
  const page = await list('max_results=5');
  expect(texts(page)).toEqual(['6', '5', '4', '3', '2']);
  const next = (page.json as { meta: { next_token: string } }).meta.next_token;
  expect(texts(await list(`max_results=5&pagination_token=${next}`))).toEqual(['1']);
  expect(texts(await list('start_time=2026-11-01T12:00:04Z'))).toEqual(['6', '5']);
  expect((await list('start_time=2026-11-01T12:00:04.000Z')).status).toBe(400);
  expect((await list('max_results=4')).status).toBe(400);
  await sandbox.call(LOCAL, '/control/settings', { json: { visibilityDelaySeconds: 60 } });
  expect((await list('')).json).toEqual({ meta: { result_count: 0 } });
});
it('deletes only the account’s own posts, and only once', async () => {
  const id = String(dataOf(await post({ text: 'Hi' }))['id']);
  const remove = () => call(`/2/tweets/${id}`, { method: 'DELETE' });
  const tokenOfAna = token;
  token = (await connect('ben')).access_token;
  expect((await remove()).status).toBe(403);
  token = tokenOfAna;
  expect(await remove()).toMatchObject({ status: 200, json: { data: { deleted: true } } });
  expect((await remove()).status).toBe(404);
});
it('reports the rate limit in headers, and enforces it if the setting is on', async () => {
  const { headers } = await post({ text: 'first' });
  expect(headers).toMatchObject({
    'x-rate-limit-limit': '100',
    'x-rate-limit-reset': String(Math.ceil(sandbox.now / 1000) + 900),
  });
  await sandbox.call(LOCAL, '/control/settings', { json: { enforceRateLimits: true } });
  for (let time = 0; time < 99; time += 1) await post({ text: `post ${String(time)}` });
  expect(await post({ text: 'one more' })).toMatchObject({
    status: 429,
    headers: { 'x-rate-limit-remaining': '0' },
  });
});

const control = (path: string, body: object): Promise<SandboxAnswer> =>
  sandbox.call(LOCAL, `/control/${path}`, { json: { platform: 'twitter', ...body } });
const commentOn = async (remoteId: string, text: string, extra: object = {}): Promise<string> =>
  ((await control('comments', { remoteId, author: 'Ben', text, ...extra })).json as { id: string }).id;
const idOf = async (json: object): Promise<string> => String(dataOf(await post(json))['id']);
const FIELDS = 'tweet.fields=author_id,conversation_id,created_at,display_text_range,referenced_tweets';
type PostList = {
  data?: { id: string; text: string; display_text_range: number[] }[];
  includes?: object;
  meta: object;
};
const mentionsOf = async (query = ''): Promise<PostList> => {
  const { id } = dataOf(await call('/2/users/me'));
  return (await call(`/2/users/${String(id)}/mentions?${FIELDS}&expansions=author_id${query}`))
    .json as PostList;
};

it('accepts replies only to posts that mention the account, and lists replies separately', async () => {
  const root = await idOf({ text: 'Hello' });
  const [plain, naming] = [await commentOn(root, 'Nice'), await commentOn(root, 'Nice, @ana')];
  const answer = (id: string) => post({ text: 'Thanks', reply: { in_reply_to_tweet_id: id } });
  const refused = await answer(plain);
  expect([refused.status, (refused.json as { detail: string }).detail]).toEqual([
    403,
    expect.stringContaining('have not been mentioned'),
  ]);
  expect((await answer(naming)).status).toBe(201);
  const replies = (await sandbox.call(LOCAL, '/control/replies?platform=twitter')).json;
  expect(replies).toMatchObject([{ author: 'ana', parentId: naming, text: 'Thanks' }]);
  expect(await sandbox.posts('?platform=twitter')).toHaveLength(1);
});

it('hides replies in the account’s own conversations, but not the post itself', async () => {
  const root = await idOf({ text: 'Hello' });
  const id = await commentOn(root, 'Rude');
  const hide = (which: string) =>
    call(`/2/tweets/${which}/hidden`, { method: 'PUT', json: { hidden: true } });
  expect((await hide(id)).json).toEqual({ data: { hidden: true } });
  const hidden = await sandbox.call(LOCAL, `/control/comments/hidden?platform=twitter&id=${id}`);
  expect(hidden.json).toEqual({ hidden: true });
  expect([(await hide(root)).status, (await hide('7')).status]).toEqual([403, 404]);
});

it('charges once for each post and author that it returns, even if both are read again', async () => {
  const charged = async () =>
    ((await sandbox.call(LOCAL, '/control/calls')).json as { endpoint: string; calls: number }[])
      .filter(({ endpoint }) => endpoint.startsWith('charged'))
      .map(({ endpoint, calls }) => [endpoint, calls]);
  const root = await idOf({ text: 'Hello' });
  await mentionsOf();
  expect(await charged()).toEqual([]);
  await commentOn(root, 'Nice');
  await mentionsOf();
  await mentionsOf();
  expect(await charged()).toEqual([
    ['charged: posts read', 1],
    ['charged: users read', 1],
  ]);
});
