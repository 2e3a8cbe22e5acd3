import { createCipheriv, randomBytes } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import {
  LOCAL,
  MP4,
  PNG,
  SandboxUnderTest,
  type SandboxAnswer,
  type SandboxRequest,
} from '../../testing/sandbox-client.ts';

const HOST = 'snapchat.sandbox.test';
const REDIRECT = 'http://localhost:3000/api/auth/snapchat/callback';
const KEYS = { client_id: 'posthorn-sandbox', client_secret: 'posthorn-sandbox-secret' };
const key = randomBytes(32);
const iv = randomBytes(16);
type Json = Readonly<Record<string, never>>;
type Tokens = Readonly<{ access_token: string; refresh_token: string }>;

const sandbox = new SandboxUnderTest();
let token = '';
let profile = '';
beforeEach(async () => {
  await sandbox.start();
  token = (await connect('ana')).access_token;
  const myProfile = await call('/v1/public_profiles/my_profile');
  profile = `/v1/public_profiles/${(myProfile.json as { public_profile: { id: string } }).public_profile.id}`;
});
afterEach(async () => {
  await sandbox.stop();
});

const call = (path: string, request: SandboxRequest = {}): Promise<SandboxAnswer> =>
  sandbox.call(HOST, path, { token, ...request });
const requestTokens = (form: Record<string, string>): Promise<SandboxAnswer> =>
  sandbox.call(HOST, '/login/oauth2/access_token', { form: { ...KEYS, ...form } });

async function connect(account: string): Promise<Tokens> {
  const fixedParameters = { client_id: KEYS.client_id, response_type: 'code', redirect_uri: REDIRECT };
  const query = new URLSearchParams({ ...fixedParameters, scope: 'snapchat-profile-api' });
  const form = { allow: 'allow', account };
  const answer = await sandbox.call(LOCAL, `/oauth/snapchat?${query.toString()}`, { form });
  const code = new URL(String(answer.headers.location)).searchParams.get('code') ?? '';
  return (await requestTokens({ grant_type: 'authorization_code', code, redirect_uri: REDIRECT }))
    .json as Tokens;
}

type BegunUpload = Readonly<{ media_id: string; add_path: string; finalize_path: string }>;
const begin = (type: string, extra: object = {}): Promise<SandboxAnswer> =>
  call(`${profile}/media`, {
    json: { type, name: 'a file', key: key.toString('base64'), iv: iv.toString('base64'), ...extra },
  });
const encrypt = (bytes: Buffer, withKey = key): Buffer => {
  const cipher = createCipheriv('aes-256-cbc', withKey, iv);
  return Buffer.concat([cipher.update(bytes), cipher.final()]);
};
function send(path: string, fields: Record<string, string>, file?: Buffer): Promise<SandboxAnswer> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  if (file) form.set('file', new Blob([new Uint8Array(file)]), 'part');
  return call(path, { form });
}
async function upload(bytes: Buffer, type = 'IMAGE', withKey = key): Promise<[string, SandboxAnswer]> {
  const { media_id, add_path, finalize_path } = (await begin(type)).json as BegunUpload;
  const encrypted = encrypt(bytes, withKey);
  await send(add_path, { action: 'ADD', part_number: '1' }, encrypted.subarray(0, 16));
  await send(add_path, { action: 'ADD', part_number: '2' }, encrypted.subarray(16));
  return [media_id, await send(finalize_path, { action: 'FINALIZE' })];
}
const media = async (bytes: Buffer, type?: string): Promise<string> => (await upload(bytes, type))[0];

it('accepts only accounts that are on the allow list and have a role on the profile', async () => {
  token = (await connect('unlisted_ana')).access_token;
  expect(await call('/v1/public_profiles/my_profile')).toMatchObject({
    status: 403,
    json: { request_status: 'ERROR', error_code: 'E1403' },
  });
  token = (await connect('ben')).access_token;
  expect((await begin('IMAGE')).status).toBe(404);
  token = (await connect('noprofile')).access_token;
  expect((await call('/v1/public_profiles/my_profile')).status).toBe(404);
});
it('lists all profiles of an organization', async () => {
  token = (await connect('agency')).access_token;
  const myProfile = (await call('/v1/public_profiles/my_profile')).json as {
    public_profile: { organization_id: string };
  };
  const list = await call(`/v1/organizations/${myProfile.public_profile.organization_id}/public_profiles`);
  expect((list.json as { public_profiles: Json[] }).public_profiles).toHaveLength(2);
});

it('decrypts a file that arrives in parts, and shows it as a story', async () => {
  const media_id = await media(PNG);
  const story = await call(`${profile}/stories`, { json: { media_id } });
  expect(story).toMatchObject({ status: 200, json: { request_status: 'SUCCESS' } });
  expect(Object.keys(story.json as Json).sort()).toEqual(['request_id', 'request_status']);
  await sandbox.restart();
  const posts = (await sandbox.call(LOCAL, '/control/posts')).json;
  expect(posts).toMatchObject([
    { account: 'ana', text: '', media: [{ type: 'image/png', bytes: PNG.length }] },
  ]);
});
it('refuses files with a wrong key, a wrong type, or missing parts', async () => {
  const [, withWrongKey] = await upload(PNG, 'IMAGE', randomBytes(32));
  expect(withWrongKey).toMatchObject({ status: 400, json: { request_status: 'ERROR' } });
  expect((await upload(MP4, 'IMAGE'))[1].status).toBe(400);
  expect((await upload(PNG, 'VIDEO'))[1].status).toBe(400);
  const { add_path, finalize_path } = (await begin('IMAGE')).json as BegunUpload;
  expect((await send(finalize_path, { action: 'FINALIZE' })).status).toBe(400);
  await send(add_path, { action: 'ADD', part_number: '2' }, encrypt(PNG));
  expect((await send(finalize_path, { action: 'FINALIZE' })).status).toBe(400);
  expect((await send(add_path, { action: 'ADD', part_number: '36' }, encrypt(PNG))).status).toBe(400);
  expect((await send(add_path, { action: 'REMOVE' })).status).toBe(400);
  expect((await begin('IMAGE', { key: randomBytes(16).toString('base64') })).status).toBe(400);
  expect((await begin('TEXT')).status).toBe(400);
});
it('deletes a file after a day, and does not publish a file that is not finalized', async () => {
  const { media_id: unfinished } = (await begin('IMAGE')).json as BegunUpload;
  expect((await call(`${profile}/stories`, { json: { media_id: unfinished } })).status).toBe(400);
  const media_id = await media(PNG);
  sandbox.now += 86_400_000;
  token = (await connect('ana')).access_token;
  expect(await call(`${profile}/stories`, { json: { media_id } })).toMatchObject({
    status: 400,
    json: { display_message: expect.stringContaining('was not found or has expired') },
  });
});
it('saves a story with a title of one to 45 characters', async () => {
  const media_id = await media(PNG);
  const save = (title: string) =>
    call(`${profile}/saved_stories`, { json: { saved_stories: [{ title, snap_sources: [{ media_id }] }] } });
  expect((await save('x'.repeat(46))).status).toBe(400);
  expect((await save('')).status).toBe(400);
  expect(await save('Our week')).toMatchObject({
    status: 200,
    json: { saved_stories: [{ saved_story: { id: expect.any(String) } }] },
  });
});
it('reviews a Spotlight before it publishes or rejects it, and refuses invalid Spotlights', async () => {
  const media_id = await media(MP4, 'VIDEO');
  const body = { media_id, description: 'Look', locale: 'en_US', skip_save_to_profile: false };
  const publish = (extra: object = {}) => call(`${profile}/spotlights`, { json: { ...body, ...extra } });
  const stateOf = async (published: SandboxAnswer) => {
    const { spotlight_id: id } = published.json as { spotlight_id: string };
    const { json } = await call(`${profile}/spotlights/${id}`);
    return (json as { spotlights: { spotlight: object }[] }).spotlights[0]?.spotlight;
  };
  expect((await publish({ media_id: await media(PNG) })).status).toBe(400);
  expect((await publish({ description: 'x'.repeat(161) })).status).toBe(400);
  expect((await publish({ locale: 'English' })).status).toBe(400);
  const published = await publish();
  expect(await stateOf(published)).toMatchObject({ status: 'SUBMITTED' });
  sandbox.now += 1_500;
  const live = (await stateOf(published)) as { status: string; share_link: string };
  expect(live.status).toBe('LIVE');
  const page = await sandbox.call(LOCAL, new URL(live.share_link).pathname);
  expect([page.status, page.text]).toEqual([200, expect.stringContaining('Look')]);
  await sandbox.fault({ platform: 'snapchat', fault: 'failProcessing', times: 1 });
  const rejected = await publish();
  sandbox.now += 1_500;
  expect(await stateOf(rejected)).toMatchObject({ status: 'REJECTED' });
  expect(await sandbox.posts()).toHaveLength(1);
});
it('accepts ten requests a second with one token when rate limits are enforced', async () => {
  await sandbox.call(LOCAL, '/control/settings', { json: { enforceRateLimits: true } });
  const readProfile = () => call('/v1/public_profiles/my_profile');
  sandbox.now += 1_000;
  for (let time = 0; time < 10; time += 1) expect((await readProfile()).status).toBe(200);
  expect(await readProfile()).toMatchObject({ status: 429, headers: { 'retry-after': '1' } });
  sandbox.now += 1_000;
  expect((await readProfile()).status).toBe(200);
});
it('has no comments', async () => {
  const media_id = await media(PNG);
  await call(`${profile}/stories`, { json: { media_id } });
  const comment = { platform: 'snapchat', remoteId: media_id, author: 'ben', text: 'Nice' };
  expect((await sandbox.call(LOCAL, '/control/comments', { json: comment })).status).toBe(400);
});

it('returns statistics of a Spotlight only to accounts with a role on the profile', async () => {
  const media_id = await media(MP4, 'VIDEO');
  const published = await call(`${profile}/spotlights`, { json: { media_id, locale: 'en_US' } });
  const { spotlight_id: id } = published.json as { spotlight_id: string };
  const json = { platform: 'snapchat', remoteId: id, views: 90, broken: ['shares'] };
  await sandbox.call(LOCAL, '/control/metrics', { json });
  const stats = (asset: string, query = '') => call(`${profile}/${asset}/stats${query}`);
  expect((await stats(`spotlights/${id}`)).json).toMatchObject({
    stats: [{ stat: { id, granularity: 'LIFETIME', views: 90, shares: -1 } }],
  });
  expect((await stats(`spotlights/${id}`, '?fields=clicks')).status).toBe(400);
  expect((await stats(`saved_stories/${id}`)).status).toBe(404);
  token = (await connect('ben')).access_token;
  expect((await stats(`spotlights/${id}`)).status).toBe(404);
});
