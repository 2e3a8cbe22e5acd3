import { createDecipheriv } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import type { PublishOptions } from '@posthorn/contracts/shared/publish-options';
import { SafeHttp } from '#infrastructure/outgoing/safe-http.ts';
import { FixedClock } from '#infrastructure/testing/fixed-clock.ts';
import { testConfiguration } from '#infrastructure/testing/test-configuration.ts';
import type { MediaItem, PublishRefs } from '../contract/publication.ts';
import { Breaker } from '#infrastructure/outgoing/breaker.ts';
import { ReconnectNeeded } from '../kit/outcomes.ts';
import { PlatformHttp } from '../kit/platform-http.ts';
import { mediaAt, MemoryAccess, publicationOf } from '../testing/account-access.ts';
import { inAnotherProcess, storedAfter } from '../testing/another-process.ts';
import { ScriptedServer, type ScriptedRequest } from '../testing/scripted-server.ts';
import { SNAPCHAT_LIMITS } from './limits.ts';
import { snapchatConnection } from './consent.ts';
import { snapchatConnector } from './snapchat.connector.ts';

const noon = new Date('2030-01-01T12:00:00Z');
const clock = new FixedClock(noon);
const BEGIN = 'POST /v1/public_profiles/p1/media';
const ADD = 'POST /us/add';
const FINALIZE = 'POST /us/finalize';
const STORY = 'POST /v1/public_profiles/p1/stories';
const SAVED = 'POST /v1/public_profiles/p1/saved_stories';
const SPOTLIGHT = 'POST /v1/public_profiles/p1/spotlights';
const TOKEN = 'POST /login/oauth2/access_token';
const ok = (body: object = {}) => ({ json: { request_status: 'SUCCESS', request_id: '1', ...body } });
const PLAIN = Buffer.alloc(25_000_001, 'posthorn');

let snapchat: ScriptedServer;
let http: SafeHttp;
let connector: ReturnType<typeof snapchatConnector>;
let connection: ReturnType<typeof snapchatConnection>;
let access: MemoryAccess;
let folder: string;
let video: MediaItem;
let saved: PublishRefs[];

beforeAll(async () => {
  snapchat = await ScriptedServer.start();
  http = new SafeHttp({ privateHosts: [{ host: 'localhost', port: snapchat.port }] });
  folder = await mkdtemp(join(tmpdir(), 'posthorn-snapchat-'));
  const path = join(folder, 'film.mp4');
  await writeFile(path, PLAIN);
  const shape = { width: 1080, height: 1920, durationSeconds: 8 };
  video = mediaAt(path, PLAIN.length, { kind: 'video', mimeType: 'video/mp4', ...shape });
});
afterAll(async () => {
  await Promise.all([snapchat.close(), http.onApplicationShutdown(), rm(folder, { recursive: true })]);
});
beforeEach(() => {
  clock.set(noon);
  saved = [];
  const configuration = testConfiguration({
    SNAPCHAT_API_URL: snapchat.url,
    SNAPCHAT_TOKEN_URL: `${snapchat.url}/login/oauth2/access_token`,
    SNAPCHAT_CLIENT_ID: 'id',
    SNAPCHAT_CLIENT_SECRET: 'secret',
  });
  const platform = new PlatformHttp(http, new Breaker());
  connector = inAnotherProcess(() =>
    snapchatConnector(platform, clock, configuration, () => Promise.resolve()),
  );
  connection = snapchatConnection(platform, clock, configuration);
  access = new MemoryAccess(SNAPCHAT_LIMITS, {
    accessToken: 'a1',
    refreshToken: 'r1',
    expiresAt: '2030-01-01T13:00:00.000Z',
    refreshExpiresAt: null,
    scopes: [],
    profileId: 'p1',
  });
  snapchat.setAnswers({
    [BEGIN]: ok({ media_id: 'm1', add_path: '/us/add', finalize_path: '/us/finalize' }),
    [ADD]: ok(),
    [FINALIZE]: ok(),
    [STORY]: ok(),
    [SAVED]: ok({ saved_stories: [{ sub_request_status: 'SUCCESS', saved_story: { id: 's1' } }] }),
    [SPOTLIGHT]: ok({ spotlight_id: 'l1' }),
  });
});

const post = (options: PublishOptions = {}, extra: object = {}) => ({
  ...publicationOf('Look #here', [video]),
  platform: 'snapchat' as const,
  options,
  ...extra,
});
const prepare = (publication = post(), refs: PublishRefs | null = null) =>
  connector.prepare(
    access,
    publication,
    refs,
    (next) => Promise.resolve(void saved.push(next)),
    AbortSignal.timeout(60_000),
  );
async function call(publication = post()) {
  const outcome = await prepare(publication);
  if (outcome.kind !== 'prepared') throw new Error(JSON.stringify(outcome));
  return connector.call(access, publication, outcome.refs, AbortSignal.timeout(60_000));
}
const lookUp = (publication = post({ kind: 'spotlight' }), handle: string | null = 'l1') =>
  connector.lookUp(access, publication, handle === null ? {} : { handle });
const partOf = ({ body }: ScriptedRequest) => {
  const start = body.indexOf('\r\n\r\n', body.indexOf('name="file"')) + 4;
  return body.subarray(start, body.lastIndexOf('\r\n--'));
};
const field = ({ body }: ScriptedRequest, name: string) =>
  new RegExp(`name="${name}"\\r\\n\\r\\n(\\w+)`, 'u').exec(body.toString('latin1'))?.[1];

it('refuses a post without a file with the variant missing', async () => {
  expect(await prepare(post({}, { media: [] }))).toEqual({
    kind: 'refused',
    reason: 'media-rejected',
    variant: 'missing',
    values: { platform: 'Snapchat' },
    words: 'Snapchat: a post needs an image or a video.',
    retryable: false,
  });
});
it('encrypts the file with its own key and sends it in parts', async () => {
  expect(await prepare()).toMatchObject({ kind: 'prepared', refs: { mediaId: 'm1' } });
  const begun = snapchat.requestsTo(BEGIN)[0]?.json() as { key: string; iv: string };
  expect(begun).toMatchObject({ type: 'VIDEO', name: expect.stringMatching(/^posthorn-/u) });
  const [key, iv] = [begun.key, begun.iv].map((text) => Buffer.from(text, 'base64'));
  expect([key?.length, iv?.length]).toEqual([32, 16]);
  const parts = snapchat.requestsTo(ADD);
  expect(parts.map((part) => [field(part, 'action'), field(part, 'part_number')])).toEqual([
    ['ADD', '1'],
    ['ADD', '2'],
    ['ADD', '3'],
  ]);
  const decipher = createDecipheriv('aes-256-cbc', key ?? '', iv ?? '');
  const plain = Buffer.concat([...parts.map((part) => decipher.update(partOf(part))), decipher.final()]);
  expect(plain.equals(PLAIN)).toBe(true);
  expect(field(snapchat.requestsTo(FINALIZE)[0] as ScriptedRequest, 'action')).toBe('FINALIZE');
  expect(snapchat.requestsTo(ADD)[0]?.headers.authorization).toBe('Bearer a1');
});
it('accepts an empty response to the last request of an upload', async () => {
  snapchat.addAnswers({ [ADD]: { status: 204 }, [FINALIZE]: {} });
  expect(await prepare()).toMatchObject({ kind: 'prepared' });
});
it("stores only the file's id, never its key, and uploads it again only for other content or after 22 hours", async () => {
  await prepare();
  expect(saved).toEqual([
    { contentHash: 'hash of Look #here', mediaId: 'm1', until: '2030-01-02T10:00:00.000Z' },
  ]);
  await prepare(post(), saved[0]);
  expect(snapchat.requestsTo(BEGIN)).toHaveLength(1);
  await prepare(post({}, { contentHash: 'another' }), saved[0]);
  expect(snapchat.requestsTo(BEGIN)).toHaveLength(2);
  clock.set(new Date('2030-01-02T11:00:00Z'));
  access.current = { ...access.current, expiresAt: null };
  await prepare(post(), saved[0]);
  expect(snapchat.requestsTo(BEGIN)).toHaveLength(3);
});
it('begins a new upload with a new key if an upload fails', async () => {
  let fails = 1;
  snapchat.addAnswers({ [ADD]: () => (fails-- > 0 ? { status: 503 } : ok()) });
  expect(await prepare()).toMatchObject({ kind: 'prepared' });
  const keys = snapchat.requestsTo(BEGIN).map((request) => request.json()['key']);
  expect(new Set(keys).size).toBe(2);
});
it.each(['https://evil.example/', '//evil.example/', ''])('does not send a token to %j', async (path) => {
  snapchat.addAnswers({ [BEGIN]: ok({ media_id: 'm1', add_path: path, finalize_path: '/us/finalize' }) });
  expect(await prepare()).toMatchObject({ kind: 'refused', reason: 'network' });
});

it('publishes a story without text, and returns no URL', async () => {
  expect(await call()).toEqual({ kind: 'published', remoteId: 'm1', permalink: null });
  expect(snapchat.requestsTo(STORY)[0]?.json()).toEqual({ media_id: 'm1' });
});
it('publishes a saved story under the chosen title, or the title of the post', async () => {
  const options = { kind: 'saved_story', savedStoryTitle: 'Our week' };
  expect(await call(post(options))).toEqual({ kind: 'published', remoteId: 's1', permalink: null });
  await call(post({ kind: 'saved_story' }, { title: 'A title' }));
  expect(snapchat.requestsTo(SAVED).map((request) => request.json()['saved_stories'])).toEqual([
    [{ title: 'Our week', snap_sources: [{ media_id: 'm1' }] }],
    [{ title: 'A title', snap_sources: [{ media_id: 'm1' }] }],
  ]);
});
it('returns the refusal in the entry of the saved story', async () => {
  const refusal = { sub_request_status: 'ERROR', display_message: 'Bad title' };
  snapchat.addAnswers({ [SAVED]: ok({ request_status: 'PARTIAL', saved_stories: [refusal] }) });
  const outcome = await call(post({ kind: 'saved_story', savedStoryTitle: 'x' }));
  expect(outcome).toMatchObject({ kind: 'refused', reason: 'rejected', words: 'Bad title' });
});
it('submits a Spotlight, and looks it up until it is live or rejected', async () => {
  const spotlight = post({ kind: 'spotlight' });
  expect(await call(spotlight)).toEqual({ kind: 'accepted', handle: 'l1' });
  expect(snapchat.requestsTo(SPOTLIGHT)[0]?.json()).toEqual({
    media_id: 'm1',
    description: 'Look #here',
    locale: 'en_US',
    skip_save_to_profile: false,
  });
  const lookUpWith = (extra: object) => {
    const path = 'GET /v1/public_profiles/p1/spotlights/l1';
    snapchat.addAnswers({ [path]: ok({ spotlights: [{ spotlight: { id: 'l1', ...extra } }] }) });
    return lookUp();
  };
  expect(await lookUpWith({ status: 'SUBMITTED' })).toEqual({ kind: 'pending' });
  const live = { status: 'LIVE', share_link: 'https://snapchat.com/t/x' };
  expect(await lookUpWith(live)).toEqual({
    kind: 'published',
    remoteId: 'l1',
    permalink: 'https://snapchat.com/t/x',
  });
  expect(await lookUpWith({ status: 'REJECTED' })).toMatchObject({
    kind: 'refused',
    reason: 'rejected',
    variant: 'spotlight',
    values: { platform: 'Snapchat' },
    retryable: false,
  });
  expect(await lookUpWith({})).toEqual({
    kind: 'failed',
    variant: 'no-state',
    values: { platform: 'Snapchat' },
    words: 'Snapchat does not say what became of this Spotlight.',
  });
});
it('reads a Spotlight even if the entry of the list has no inner object', async () => {
  snapchat.addAnswers({
    [SPOTLIGHT]: ok({ spotlights: [{ spotlight: { id: 'l1' } }] }),
    'GET /v1/public_profiles/p1/spotlights/l1': ok({ spotlights: [{ id: 'l1', status: 'LIVE' }] }),
  });
  expect(await call(post({ kind: 'spotlight' }))).toEqual({ kind: 'accepted', handle: 'l1' });
  expect(await lookUp()).toEqual({ kind: 'published', remoteId: 'l1', permalink: null });
});
it('cannot determine the outcome of a Spotlight without an id from Snapchat, or of a story', async () => {
  expect(await lookUp(post({ kind: 'spotlight' }), null)).toEqual({ kind: 'cannot-tell' });
  expect(await lookUp(post({ kind: 'story' }))).toEqual({ kind: 'cannot-tell' });
});
it('has an unknown outcome for a Spotlight if the response has no id', async () => {
  snapchat.addAnswers({ [SPOTLIGHT]: ok() });
  expect(await call(post({ kind: 'spotlight' }))).toMatchObject({ kind: 'unknown', cause: 'unreadable' });
});
it('uploads again if Snapchat no longer knows the file', async () => {
  snapchat.addAnswers({ [STORY]: { status: 400, json: { debug_message: 'Media m1 was not found' } } });
  const outcome = await call();
  expect(outcome).toMatchObject({ reason: 'media-lost', retryable: true });
  await prepare(post(), storedAfter(saved[0] ?? null, outcome));
  expect(snapchat.requestsTo(BEGIN)).toHaveLength(2);
});

const codes = (options: PublishOptions, extra: object = {}) =>
  connector.precheck(post(options, extra)).map(({ code }) => code);
it('reports before sending what each of the three kinds does not support', () => {
  const imagePost = { media: [{ ...video, kind: 'image' }] };
  const shortVideo = { media: [{ ...video, durationSeconds: 5.5 }] };
  expect(codes({ kind: 'spotlight' })).toEqual([]);
  expect(codes({ kind: 'spotlight' }, imagePost)).toEqual(['integrations.media-type']);
  expect(codes({ kind: 'spotlight' }, shortVideo)).toEqual(['integrations.video-length']);
  expect(codes({ kind: 'story' }, shortVideo)).toEqual([]);
  expect(codes({}, imagePost)).toEqual([]);
  expect(codes({ kind: 'saved_story' })).toEqual(['integrations.option-missing']);
  expect(codes({ kind: 'saved_story' }, { title: 'x'.repeat(46) })).toEqual(['integrations.option-missing']);
  expect(codes({ kind: 'saved_story' }, { title: 'x'.repeat(45) })).toEqual([]);
});

it('renews a token and keeps the refresh token if the response has no new one', async () => {
  snapchat.addAnswers({ [TOKEN]: { json: { access_token: 'a2', expires_in: 1800 } } });
  expect(await connector.refresh(access.current)).toMatchObject({
    accessToken: 'a2',
    refreshToken: 'r1',
    expiresAt: '2030-01-01T12:30:00.000Z',
    profileId: 'p1',
  });
  expect(Object.fromEntries(new URLSearchParams(snapchat.requests[0]?.body.toString()))).toEqual({
    grant_type: 'refresh_token',
    refresh_token: 'r1',
    client_id: 'id',
    client_secret: 'secret',
  });
  snapchat.addAnswers({ [TOKEN]: { status: 400, json: { error: 'invalid_grant' } } });
  await expect(connector.refresh(access.current)).rejects.toBeInstanceOf(ReconnectNeeded);
});

const redeem = () => {
  const query = new URLSearchParams({ code: 'k' });
  return connection.redeem({ query, verifier: 'v', redirectUri: 'https://p.example/cb' });
};
const OWN_PROFILE = 'GET /v1/public_profiles/my_profile';
const ORGANIZATION_PROFILES = 'GET /v1/organizations/o1/public_profiles';
const tokens = { json: { access_token: 'a', refresh_token: 'r', expires_in: 3600 } };
const profile = (id: string) => ({
  id,
  snap_user_name: `user-${id}`,
  display_name: 'Ana',
  organization_id: 'o1',
});
it("finds the user's own profile and the profiles of their organization, each once", async () => {
  const listed = ['p1', 'p2'].map((id) => ({ sub_request_status: 'SUCCESS', public_profile: profile(id) }));
  snapchat.addAnswers({
    [TOKEN]: tokens,
    [OWN_PROFILE]: ok({ public_profile: profile('p1') }),
    [ORGANIZATION_PROFILES]: ok({ public_profiles: listed }),
  });
  expect((await redeem()).accounts).toMatchObject([
    { remoteId: 'p1', accountName: 'user-p1', displayName: 'Ana', credentials: { profileId: 'p1' } },
    { remoteId: 'p2', credentials: { profileId: 'p2' } },
  ]);
  snapchat.addAnswers({ [ORGANIZATION_PROFILES]: { status: 403, json: {} } });
  expect((await redeem()).accounts).toHaveLength(1);
});
it('throws if the app is not approved, or if there is no profile', async () => {
  snapchat.addAnswers({
    [TOKEN]: tokens,
    [OWN_PROFILE]: { status: 403, json: { debug_message: 'Forbidden' } },
  });
  await expect(redeem()).rejects.toThrow('has not put this server’s app on the list');
  snapchat.addAnswers({
    [OWN_PROFILE]: { status: 404, json: { debug_message: 'Public Profile was not found' } },
  });
  await expect(redeem()).rejects.toMatchObject({ code: 'integrations.no-account' });
  snapchat.addAnswers({ [OWN_PROFILE]: ok() });
  await expect(redeem()).rejects.toMatchObject({ code: 'integrations.no-account' });
});
it('does not connect if the consent lacks the required scope', async () => {
  snapchat.addAnswers({ [TOKEN]: { json: { ...tokens.json, scope: 'snapchat-marketing-api' } } });
  await expect(redeem()).rejects.toMatchObject({ code: 'integrations.scopes-missing' });
});
