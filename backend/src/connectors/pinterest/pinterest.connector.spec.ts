import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it, jest } from '@jest/globals';
import { SafeHttp } from '#infrastructure/outgoing/safe-http.ts';
import { FixedClock } from '#infrastructure/testing/fixed-clock.ts';
import { testConfiguration } from '#infrastructure/testing/test-configuration.ts';
import type { MediaItem, OutgoingPublication, PublishRefs } from '../contract/publication.ts';
import { Breaker } from '#infrastructure/outgoing/breaker.ts';
import { PlatformHttp } from '../kit/platform-http.ts';
import { mediaAt, MemoryAccess, publicationOf } from '../testing/account-access.ts';
import { ScriptedServer, type ScriptedReply } from '../testing/scripted-server.ts';
import { PINTEREST } from './limits.ts';
import { pinterestConnector } from './pinterest.connector.ts';

const noon = new Date('2030-01-01T12:00:00Z');
const clock = new FixedClock(noon);
const BOARD = 'GET /v5/boards/7';
const PIN = 'POST /v5/pins';
const LIST = 'GET /v5/boards/7/pins';
const MEDIA = 'POST /v5/media';
const STATUS = 'GET /v5/media/9';
const STORAGE = 'POST /storage';
const TOKEN = 'POST /v5/oauth/token';

const saved: PublishRefs[] = [];
let temporaryUrls = 0;
let pauses = 0;
let api: ScriptedServer;
let http: SafeHttp;
let connector: ReturnType<typeof pinterestConnector>;
let access: MemoryAccess;
let folder: string;
let path: string;

const fault = (status: number, code: number, message = 'No'): ScriptedReply => ({
  status,
  json: { code, message },
});

beforeAll(async () => {
  api = await ScriptedServer.start();
  http = new SafeHttp({ privateHosts: [{ host: 'localhost', port: api.port }] });
  folder = await mkdtemp(join(tmpdir(), 'posthorn-pinterest-'));
  path = join(folder, 'file');
  await writeFile(path, 'bytes of a file');
});
afterAll(async () => {
  await Promise.all([api.close(), http.onApplicationShutdown(), rm(folder, { recursive: true })]);
});
beforeEach(() => {
  clock.set(noon);
  saved.length = 0;
  temporaryUrls = 0;
  pauses = 0;
  const configuration = testConfiguration({
    PINTEREST_APP_ID: 'app',
    PINTEREST_APP_SECRET: 'se:cret',
    PINTEREST_API_URL: api.url,
    PINTEREST_TOKEN_URL: `${api.url}/v5/oauth/token`,
  });
  const media = {
    create: () => Promise.resolve(`https://posthorn.example/media/lent/${String(++temporaryUrls)}`),
  };
  const platform = new PlatformHttp(http, new Breaker());
  connector = pinterestConnector(platform, clock, configuration, media, () => Promise.resolve(++pauses));
  access = new MemoryAccess(PINTEREST.limits, {
    accessToken: 't1',
    refreshToken: 'r1',
    expiresAt: '2030-01-30T12:00:00.000Z',
    refreshExpiresAt: '2030-02-28T12:00:00.000Z',
    scopes: ['pins:write'],
  });
  api.setAnswers({
    [BOARD]: { json: { id: '7', name: 'Recipes' } },
    [PIN]: { status: 201, json: { id: '813744226420795884', created_at: '2030-01-01T12:00:01' } },
    [MEDIA]: () => ({
      status: 201,
      json: { media_id: '9', upload_url: `${api.url}/storage`, upload_parameters: { key: 'k', policy: 3 } },
    }),
    [STORAGE]: { status: 204 },
    [STATUS]: { json: { media_id: '9', status: 'succeeded' } },
  });
});

const picture = (name: string) => mediaAt(path, 15, { altText: name });
const video = () =>
  mediaAt(path, 15, {
    kind: 'video',
    mimeType: 'video/mp4',
    durationSeconds: 8,
    altText: 'Film',
  });
const pin = (media: readonly MediaItem[], options = {}): OutgoingPublication => ({
  ...publicationOf('Best soup', media),
  platform: 'pinterest',
  title: 'Soup',
  options: { boardId: '7', ...options },
});
const prepare = (publication: OutgoingPublication, refs: PublishRefs | null = null) =>
  connector.prepare(
    access,
    publication,
    refs,
    (each) => {
      saved.push(each);
      return Promise.resolve();
    },
    AbortSignal.timeout(5_000),
  );
async function prepareRefs(
  publication: OutgoingPublication,
  refs: PublishRefs | null = null,
): Promise<PublishRefs> {
  const outcome = await prepare(publication, refs);
  if (outcome.kind !== 'prepared') throw new Error(JSON.stringify(outcome));
  return outcome.refs;
}
const call = (publication: OutgoingPublication, refs: PublishRefs) =>
  connector.call(access, publication, refs, AbortSignal.timeout(5_000));
const lookUp = (publication: OutgoingPublication) =>
  connector.lookUp(access, publication, { contentHash: publication.contentHash }, noon.toISOString());
const sent = () => api.requestsTo(PIN)[0]?.json();

it('pins a picture that Pinterest fetches, and does not store its URL in the references', async () => {
  const publication = pin([picture('A bowl')], { link: 'https://example.com/soup', title: 'The soup' });
  const refs = await prepareRefs(publication);
  expect(JSON.stringify(refs)).not.toContain('lent');
  expect(await call(publication, refs)).toEqual({
    kind: 'published',
    remoteId: '813744226420795884',
    permalink: 'https://www.pinterest.com/pin/813744226420795884/',
  });
  expect(sent()).toEqual({
    board_id: '7',
    title: 'The soup',
    description: 'Best soup',
    link: 'https://example.com/soup',
    alt_text: 'A bowl',
    media_source: { source_type: 'image_url', url: 'https://posthorn.example/media/lent/1' },
  });
  expect(api.requestsTo(PIN)[0]?.headers.authorization).toBe('Bearer t1');
});
it('pins several pictures in order, each with its own temporary URL, even after a crash', async () => {
  const publication = pin([picture('one'), picture('two'), picture('three')]);
  await prepareRefs(publication);
  const [afterOne] = saved;
  const refs = await prepareRefs(publication, afterOne ?? null);
  expect(temporaryUrls).toBe(5);
  await call(publication, refs);
  expect(sent()).toMatchObject({
    title: 'Soup',
    alt_text: 'one two three',
    media_source: {
      source_type: 'multiple_image_urls',
      index: 0,
      items: [1, 4, 5].map((n) => ({ url: `https://posthorn.example/media/lent/${String(n)}` })),
    },
  });
});
it('creates new temporary URLs if the vault has deleted the old ones', async () => {
  const publication = pin([picture('one')]);
  const refs = await prepareRefs(publication);
  access.uploads.open = () => Promise.resolve(null);
  expect(await call(publication, refs)).toMatchObject({
    kind: 'refused',
    reason: 'not-prepared',
    retryable: true,
  });
  await prepareRefs(publication, refs);
  expect(temporaryUrls).toBe(2);
});
it('refuses a pin for a deleted board before it sends a file', async () => {
  api.addAnswers({ [BOARD]: fault(404, 40, 'Board not found.'), 'GET /v5/boards': { json: { items: [] } } });
  expect(await prepare(pin([video()]))).toEqual({
    kind: 'refused',
    reason: 'not-found',
    variant: 'board',
    values: { platform: 'Pinterest' },
    words: 'Pinterest no longer has the board of this post.',
    retryable: false,
  });
  expect(api.calls()).toEqual([BOARD, 'GET /v5/boards']);
});
it.each([
  [404, { text: '<html>' }],
  [405, { json: { code: 405, message: 'Method not allowed' } }],
] as const)('accepts a board that it can read only in the list of boards (%i)', async (status, response) => {
  api.addAnswers({
    [BOARD]: { status, ...response },
    'GET /v5/boards': { json: { items: [{ id: 7, name: 'Soups' }] } },
  });
  await prepareRefs(pin([picture('one')]));
  api.addAnswers({ 'GET /v5/boards': { json: { items: [{ id: '8', name: 'Plans' }], bookmark: null } } });
  expect(await prepare(pin([picture('one')]))).toMatchObject({ reason: 'not-found', variant: 'board' });
});

it('reads a board again after a temporary failure', async () => {
  const responses: ScriptedReply[] = [fault(500, 12), { json: { id: '7' } }];
  api.addAnswers({ [BOARD]: () => responses.shift() ?? fault(500, 12) });
  expect(await prepare(pin([picture('one')]))).toMatchObject({ kind: 'prepared' });
});
it.each([
  ['PUBLIC', false],
  [undefined, false],
  ['SECRET', true],
  ['PROTECTED', true],
])('reports whether everyone can find a pin on a board with the privacy %p', async (privacy, isLimited) => {
  const publication = pin([picture('A bowl')]);
  for (const answers of [
    { [BOARD]: { json: { id: '7', name: 'Recipes', privacy } } },
    {
      [BOARD]: fault(404, 40, 'Board not found.'),
      'GET /v5/boards': { json: { items: [{ id: '7', name: 'Recipes', privacy }] } },
    },
  ]) {
    api.addAnswers(answers);
    const refs = await prepareRefs(publication);
    // Later preparations do not read the board again.
    const outcome = await call(publication, await prepareRefs(publication, refs));
    expect([outcome.kind, 'limited' in outcome]).toEqual(['published', isLimited]);
    const made = { id: '5', title: 'Soup', description: 'Best soup', created_at: '2030-01-01T12:00:01' };
    api.addAnswers({ [LIST]: { json: { items: [made], bookmark: null } } });
    const found = await connector.lookUp(access, publication, refs, noon.toISOString());
    expect(found).toMatchObject({ kind: 'published', remoteId: '5' });
    expect('limited' in found).toBe(isLimited);
  }
});
it('registers a video, sends a form that ends with the file, and waits for the processing', async () => {
  const states = ['registered', 'processing', 'succeeded'];
  api.addAnswers({ [STATUS]: () => ({ json: { status: states.shift() } }) });
  const publication = pin([video()]);
  const refs = await prepareRefs(publication);
  expect(saved).toMatchObject([
    { mediaId: '9', isUploaded: false },
    { mediaId: '9', isUploaded: true },
  ]);
  const upload = api.requestsTo(STORAGE)[0];
  const names = [...(upload?.body.toString() ?? '').matchAll(/ name="(\w+)"/gu)].map(([, name]) => name);
  expect([names, upload?.headers.authorization, pauses]).toEqual([['key', 'policy', 'file'], undefined, 2]);
  await call(publication, refs);
  expect(sent()?.['media_source']).toEqual({
    source_type: 'video_id',
    media_id: '9',
    cover_image_key_frame_time: 1,
  });
});
it("uses the frame at the chosen time as a video's cover", async () => {
  const publication = { ...pin([video()]), options: { ...pin([video()]).options, coverAt: 2_500 } };
  await call(publication, await prepareRefs(publication));
  expect(sent()?.['media_source']).toMatchObject({ cover_image_key_frame_time: 2.5 });
});
it('uses the picture beside a video as the cover of the video', async () => {
  const publication = pin([video(), picture('Cover')]);
  await call(publication, await prepareRefs(publication));
  expect(sent()?.['media_source']).toEqual({
    source_type: 'video_id',
    media_id: '9',
    cover_image_url: 'https://posthorn.example/media/lent/1',
  });
});
it('continues with the same video after a crash', async () => {
  const publication = pin([video()]);
  await prepareRefs(publication);
  const counts = () => [MEDIA, STORAGE].map((step) => api.requestsTo(step).length);
  const [registered, uploaded] = saved.slice();
  api.requests.length = 0;
  await prepareRefs(publication, registered ?? null);
  expect(counts()).toEqual([0, 1]);
  api.requests.length = 0;
  await prepareRefs(publication, uploaded ?? null);
  expect(counts()).toEqual([0, 0]);
});
it('registers a video again if the storage no longer accepts its file', async () => {
  api.addAnswers({ [STORAGE]: { status: 403, text: '<Error><Code>AccessDenied</Code></Error>' } });
  const publication = pin([video()]);
  expect(await prepare(publication)).toMatchObject({
    kind: 'refused',
    reason: 'media-lost',
    retryable: true,
  });
  api.addAnswers({ [STORAGE]: { status: 204 } });
  expect(await prepareRefs(publication, saved.at(-1))).toMatchObject({ isUploaded: true });
  expect(api.requestsTo(MEDIA)).toHaveLength(2);
});
it.each([
  [
    { json: { status: 'failed' } },
    { kind: 'refused', reason: 'media-rejected', variant: 'not-processed', retryable: false },
  ],
  [fault(404, 50), { kind: 'refused', reason: 'media-lost', retryable: true }],
  [
    { json: { status: 'processing' } },
    { kind: 'postponed', reason: 'processing', until: '2030-01-01T12:00:30.000Z' },
  ],
  [fault(500, 12), { kind: 'refused', reason: 'server', retryable: true }],
] as const)('for the state %j of a video, has the outcome %j', async (response, outcome) => {
  api.addAnswers({ [STATUS]: response });
  expect(await prepare(pin([video()]))).toMatchObject(outcome);
});
it('does not pin a video that was not uploaded', async () => {
  const publication = pin([video()]);
  await prepareRefs(publication);
  expect(await call(publication, saved[0] ?? {})).toMatchObject({ kind: 'refused', reason: 'not-prepared' });
  expect(api.requestsTo(PIN)).toEqual([]);
});

it("renews a refused token with the app's credentials, and stores the new refresh token", async () => {
  const publication = pin([picture('one')]);
  const refs = await prepareRefs(publication);
  api.addAnswers({
    [PIN]: ({ headers }) =>
      headers.authorization === 'Bearer t2' ? { status: 201, json: { id: '1' } } : fault(401, 2),
    [TOKEN]: {
      json: {
        access_token: 't2',
        refresh_token: 'r2',
        expires_in: 2_592_000,
        refresh_token_expires_in: 5_184_000,
        scope: 'pins:read pins:write',
      },
    },
  });
  expect(await call(publication, refs)).toMatchObject({ kind: 'published' });
  expect(access.current).toEqual({
    accessToken: 't2',
    refreshToken: 'r2',
    expiresAt: '2030-01-31T12:00:00.000Z',
    refreshExpiresAt: '2030-03-02T12:00:00.000Z',
    scopes: ['pins:read', 'pins:write'],
  });
  const request = api.requestsTo(TOKEN)[0];
  expect(request?.headers.authorization).toBe(`Basic ${Buffer.from('app:se:cret').toString('base64')}`);
  expect(request?.body.toString()).toBe('grant_type=refresh_token&refresh_token=r1');
});
it.each([
  [fault(401, 283, 'The authorization grant is invalid'), 'ReconnectNeeded'],
  [fault(401, 2, 'Authentication failed.'), 'RenewalFailed'],
  [fault(429, 8), 'RenewalFailed'],
  [fault(500, 12), 'RenewalFailed'],
  ['drop', 'OutgoingError'],
] as const)('for the response %j to a renewal, throws %s', async (response, name) => {
  api.addAnswers({ [TOKEN]: response });
  await expect(connector.refresh(access.current)).rejects.toMatchObject({ name });
});
it.each([
  [fault(400, 1, 'Invalid refresh token'), fault(401, 2), 'ReconnectNeeded'],
  [fault(401, 2), fault(401, 2), 'ReconnectNeeded'],
  [fault(400, 1), { json: { username: 'ana' } }, 'RenewalFailed'],
  [fault(401, 2), fault(500, 12), 'RenewalFailed'],
  [fault(500, 12), fault(401, 2), 'RenewalFailed'],
] as const)('for the response %j to a renewal and %j to a check, throws %s', async (renewal, check, name) => {
  api.addAnswers({ [TOKEN]: renewal, 'GET /v5/user_account': check });
  await expect(connector.refresh(access.current)).rejects.toMatchObject({ name });
});
it('keeps the refresh token if the response has no new one', async () => {
  api.addAnswers({ [TOKEN]: { json: { access_token: 't2', expires_in: 2_592_000 } } });
  expect(await connector.refresh(access.current)).toMatchObject({ accessToken: 't2', refreshToken: 'r1' });
});

it('offers the boards from all pages, and marks secret boards', async () => {
  const pages: ScriptedReply[] = [
    { json: { items: [{ id: '7', name: 'Recipes', privacy: 'PUBLIC' }], bookmark: 'b' } },
    { json: { items: [{ id: '8', name: 'Plans', privacy: 'SECRET' }], bookmark: null } },
  ];
  api.addAnswers({ 'GET /v5/boards': () => pages.shift() ?? fault(500, 12) });
  const fields = await connector.publishFields(access);
  expect(fields.map(({ name }) => name)).toEqual(['boardId', 'title', 'link', 'coverAt']);
  const choices = [
    { value: '7', label: 'Recipes' },
    { value: '8', label: 'Plans', mark: 'secret' },
  ];
  expect(fields[0]).toEqual(expect.objectContaining({ choices }));
});

const listedPin = (id: string, extra: object = {}) => ({
  id,
  created_at: '2030-01-01T12:00:02',
  title: 'Soup',
  description: 'Best  soup',
  link: null,
  media: { media_type: 'image' },
  ...extra,
});
const listReply = (...items: object[]): ScriptedReply => ({ json: { items, bookmark: null } });

it.each([
  ['as it was sent', {}, {}],
  ['with a tracked link', { link: 'https://example.com/soup' }, { link: 'https://example.com/soup/?utm=1' }],
  ['with a time in UTC', {}, { created_at: '2030-01-01T12:00:02Z' }],
  ['with the time of a slow clock', {}, { created_at: '2030-01-01T11:56:00' }],
  ['with a number as the id', {}, { id: 5 }],
  ['with an unknown media type', {}, { media: { media_type: 'carousel' } }],
  [
    'without a media type, in HTML',
    { title: 'Soup & <bread>' },
    { media: null, title: 'Soup &amp; &lt;bread&gt;' },
  ],
  ['with a time of another zone', {}, { created_at: '2030-01-01T13:00:02+01:00' }],
])('finds the pin %s', async (_what, options, shown) => {
  api.addAnswers({ [LIST]: listReply(listedPin('3', { description: 'Stew' }), listedPin('5', shown)) });
  expect(await lookUp(pin([picture('one')], options))).toMatchObject({ kind: 'published', remoteId: '5' });
});
it.each([
  ['another title', { title: 'Stew' }],
  ['another text', { description: 'Stew' }],
  ['another link', { link: 'https://example.com/stew' }],
  ['another media type', { media: { media_type: 'video' } }],
  ['an older time', { created_at: '2030-01-01T11:54:00' }],
])('does not claim a pin with %s', async (_what, shown) => {
  api.addAnswers({ [LIST]: listReply(listedPin('5', shown)) });
  expect(await lookUp(pin([picture('one')]))).toEqual({ kind: 'absent' });
});
it('lets a person look if the pin has no words and another pin without words was made', async () => {
  const wordless = { ...pin([picture('one')]), title: null, text: '' };
  const shown = { title: null, description: null, link: null };
  const claims = jest.spyOn(access, 'claim');
  api.addAnswers({ [LIST]: listReply(listedPin('5', shown)) });
  expect(await lookUp(wordless)).toEqual({ kind: 'cannot-tell' });
  expect(claims).not.toHaveBeenCalled();
  api.addAnswers({
    [LIST]: listReply(listedPin('5'), listedPin('6', { ...shown, created_at: '2030-01-01T11:54:00' })),
  });
  expect(await lookUp(wordless)).toEqual({ kind: 'absent' });
});
it('continues to read a list that begins with the oldest pins', async () => {
  const old = (id: string, year: string) => listedPin(id, { created_at: `${year}-01-01T12:00:00` });
  const pages: ScriptedReply[] = [
    { json: { items: [old('1', '2027'), old('2', '2028')], bookmark: 'more' } },
    listReply(listedPin('5')),
  ];
  api.addAnswers({ [LIST]: () => pages.shift() ?? fault(500, 12) });
  expect(await lookUp(pin([picture('one')]))).toMatchObject({ kind: 'published', remoteId: '5' });
});
it('does not claim a pin of another publication', async () => {
  api.addAnswers({ [LIST]: listReply(listedPin('6'), listedPin('5')) });
  access.claimed.set('5', false);
  expect(await lookUp(pin([picture('one')]))).toMatchObject({ kind: 'published', remoteId: '6' });
});
it.each([fault(500, 12), fault(404, 40), fault(429, 8), { text: '<html>' }, { json: {} }, 'drop'] as const)(
  'fails the look-up after the response %j',
  async (response) => {
    api.addAnswers({ [LIST]: response });
    expect(await lookUp(pin([picture('one')]))).toMatchObject({ kind: 'failed' });
  },
);

it.each([
  [{ status: 204 }, { kind: 'deleted' }],
  [fault(404, 50), { kind: 'deleted' }],
  [fault(403, 29), { kind: 'refused', reason: 'rejected' }],
  [fault(500, 12), { kind: 'unknown' }],
] as const)('for the response %j to a deletion, has the outcome %j', async (response, outcome) => {
  api.addAnswers({ 'DELETE /v5/pins/5': response });
  const post = { remoteId: '5', permalink: null, publishRefs: null };
  expect(await connector.deletePost(access, post, AbortSignal.timeout(5_000))).toMatchObject(outcome);
});
