import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PRECHECK_TEXT } from '@posthorn/contracts/integrations/precheck-text';
import { CONNECT_TEXT } from '@posthorn/contracts/integrations/connect-text';
import { MASTODON_LIMITS } from './limits.ts';
import { afterAll, beforeAll, beforeEach, expect, it, jest } from '@jest/globals';
import { SafeHttp } from '#infrastructure/outgoing/safe-http.ts';
import { FixedClock } from '#infrastructure/testing/fixed-clock.ts';
import type { PublishRefs } from '../contract/publication.ts';
import { Breaker } from '#infrastructure/outgoing/breaker.ts';
import { ReconnectNeeded } from '../kit/outcomes.ts';
import { PlatformHttp } from '../kit/platform-http.ts';
import { mediaAt, MemoryAccess, publicationOf } from '../testing/account-access.ts';
import { inAnotherProcess, storedAfter } from '../testing/another-process.ts';
import { ScriptedServer, type ScriptedReply } from '../testing/scripted-server.ts';
import { mastodonConnector } from './mastodon.connector.ts';

const noon = new Date('2030-01-01T12:00:00Z');
const clock = new FixedClock(noon);
const VERIFY = 'GET /api/v1/accounts/verify_credentials';
const SCOPES = 'GET /api/v1/apps/verify_credentials';
const V2 = 'GET /api/v2/instance';
const V1 = 'GET /api/v1/instance';
const POST = 'POST /api/v1/statuses';
const LIST = 'GET /api/v1/accounts/42/statuses';
const UPLOAD = 'POST /api/v2/media';
const OLD_UPLOAD = 'POST /api/v1/media';
const saved: PublishRefs[] = [];
const save = (refs: PublishRefs) => {
  saved.push(refs);
  return Promise.resolve();
};
const fault = (status: number, error: unknown): ScriptedReply => ({ status, json: { error } });
const withDate = (json: unknown): ScriptedReply => ({ json, headers: { date: noon.toUTCString() } });

let instance: ScriptedServer;
let http: SafeHttp;
let connector: ReturnType<typeof mastodonConnector>;
let access: MemoryAccess;
let folder: string;
let path: string;

beforeAll(async () => {
  instance = await ScriptedServer.start();
  http = new SafeHttp({ privateHosts: [{ host: 'localhost', port: instance.port }] });
  folder = await mkdtemp(join(tmpdir(), 'posthorn-mastodon-'));
  path = join(folder, 'file.png');
  await writeFile(path, 'a picture, as far as anybody looks');
});
afterAll(async () => {
  await Promise.all([instance.close(), http.onApplicationShutdown(), rm(folder, { recursive: true })]);
});
beforeEach(() => {
  clock.set(noon);
  saved.length = 0;
  const platform = new PlatformHttp(http, new Breaker());
  connector = inAnotherProcess(() => mastodonConnector(platform, clock, () => Promise.resolve()));
  access = new MemoryAccess(MASTODON_LIMITS, { server: instance.url, token: 't1', accountId: '42' });
  instance.setAnswers({
    [VERIFY]: { json: { id: '42', username: 'ana', acct: 'ana', display_name: 'Ana' } },
    [V2]: { json: { configuration: { statuses: { max_characters: 5000 } } } },
  });
});

const connect = (server = instance.url) => connector.connect({ kind: 'token', server, token: 't1' });
const image = (name = 'one') => mediaAt(path, 34, { mediaUrl: name, altText: name });
const prepareRefs = async (
  publication = publicationOf('Hi'),
  refs: PublishRefs | null = null,
): Promise<PublishRefs> => {
  const outcome = await connector.prepare(access, publication, refs, save);
  if (outcome.kind !== 'prepared') throw new Error(JSON.stringify(outcome));
  return outcome.refs;
};
const call = (refs: PublishRefs, publication = publicationOf('Hi')) =>
  connector.call(access, publication, refs, AbortSignal.timeout(5_000));
const lookUp = (refs: PublishRefs, publication = publicationOf('Hi'), attemptStartedAt = noon) =>
  connector.lookUp(access, publication, refs, attemptStartedAt.toISOString());

it('connects with a token and reads the limits of the instance', async () => {
  const account = await connect(`${instance.url}/@ana`);
  expect(account).toEqual({
    platform: 'mastodon',
    remoteId: `localhost:${String(instance.port)}/42`,
    accountName: `ana@localhost:${String(instance.port)}`,
    displayName: 'Ana',
    server: instance.url,
    limits: expect.objectContaining({ text: expect.objectContaining({ max: 5000 }) }),
    credentials: { server: instance.url, token: 't1', accountId: '42' },
  });
  expect(instance.requestsTo(VERIFY)[0]?.headers.authorization).toBe('Bearer t1');
});
it('returns the static picture of the account, but not the default picture of the server', async () => {
  const pictureFor = async (pictures: object) => {
    instance.addAnswers({ [VERIFY]: { json: { id: '42', username: 'ana', acct: 'ana', ...pictures } } });
    return (await connect()).picture;
  };
  const [still, moving] = ['https://files.example/ana.png', 'https://files.example/ana.gif'];
  expect(await pictureFor({ avatar: moving, avatar_static: still })).toBe(still);
  expect(await pictureFor({ avatar: moving })).toBe(moving);
  expect(await pictureFor({ avatar: 'https://files.example/avatars/original/missing.png' })).toBeUndefined();
  expect(await pictureFor({ avatar: null })).toBeUndefined();
});
it('reads the limits of an older instance with an older call, and uses defaults after an error', async () => {
  instance.addAnswers({ [V2]: fault(404, 'Not found'), [V1]: { json: { max_toot_chars: 1234 } } });
  expect((await connect()).limits.text.max).toBe(1234);
  instance.addAnswers({ [V1]: fault(500, 'broken') });
  expect((await connect()).limits).toEqual(MASTODON_LIMITS);
});
it('refuses a token without the scopes for publishing, if the server reports scopes', async () => {
  instance.addAnswers({ [SCOPES]: { json: { scopes: ['read', 'write:statuses'] } } });
  await expect(connect()).rejects.toMatchObject({ message: CONNECT_TEXT.tokenScopes });
  instance.addAnswers({ [SCOPES]: { json: { scopes: ['read', 'write:statuses', 'write:media'] } } });
  expect(await connect()).toMatchObject({ remoteId: expect.any(String) });
});
it.each([
  [fault(401, 'The access token is invalid'), 'credentials-refused', 'mastodonFailed'],
  [fault(403, { code: 7 }), 'credentials-refused', 'mastodonFailed'],
  [{ status: 200, text: '<html>a blog</html>' }, 'server-unreachable', 'notMastodon'],
  [{ status: 404, text: '<html>nothing here</html>' }, 'server-unreachable', 'notMastodon'],
  [{ status: 302, headers: { location: 'https://elsewhere.example' } }, 'server-unreachable', 'notMastodon'],
  [{ json: { hello: 'world' } }, 'server-unreachable', 'notMastodon'],
  [{ status: 503, text: 'maintenance' }, 'server-unreachable', 'serverUnreachable'],
  ['drop', 'server-unreachable', 'serverUnreachable'],
] as const)('for the response %j, throws the code %s with the message %s', async (response, code, text) => {
  instance.addAnswers({ [VERIFY]: response });
  const sentence = CONNECT_TEXT[text];
  const message = typeof sentence === 'string' ? sentence : sentence(`localhost:${String(instance.port)}`);
  await expect(connect()).rejects.toMatchObject({ code: `integrations.${code}`, message });
});

it('uses the same idempotency key for all attempts with the same content', async () => {
  instance.addAnswers({ [POST]: { json: { id: '01HX', url: 'https://a.example/@ana/01HX' } } });
  const refs = await prepareRefs();
  expect(await call(refs)).toEqual({
    kind: 'published',
    remoteId: '01HX',
    permalink: 'https://a.example/@ana/01HX',
  });
  await call(refs);
  const keys = instance.requestsTo(POST).map(({ headers }) => headers['idempotency-key']);
  expect(keys).toEqual([refs['idempotencyKey'], refs['idempotencyKey']]);
  expect(instance.requestsTo(POST)[0]?.json()).toEqual({ status: 'Hi' });
  expect(await prepareRefs(publicationOf('Hi'), refs)).toEqual(refs);
  expect((await prepareRefs(publicationOf('Ho'), refs))['idempotencyKey']).not.toBe(refs['idempotencyKey']);
});
it('sends visibility, content warning and language if the author chose them', async () => {
  instance.addAnswers({ [POST]: { json: { id: '1' } } });
  const options = { visibility: 'unlisted', contentWarning: 'Spoilers', language: 'pt' };
  const publication = { ...publicationOf('Hi'), options };
  await call(await prepareRefs(publication), publication);
  expect(instance.requestsTo(POST)[0]?.json()).toEqual({
    status: 'Hi',
    visibility: 'unlisted',
    spoiler_text: 'Spoilers',
    language: 'pt',
  });
});
it.each([
  ['public', false],
  ['unlisted', false],
  [undefined, false],
  ['private', true],
  ['direct', true],
])('reports whether everyone can see a status with the visibility %p', async (visibility, isLimited) => {
  const refs = await prepareRefs();
  instance.addAnswers({ [POST]: { json: { id: '1', visibility } } });
  const limited = isLimited ? { limited: true } : {};
  expect(await call(refs)).toEqual({ kind: 'published', remoteId: '1', permalink: null, ...limited });
  instance.addAnswers({ [LIST]: withDate([status('1', '<p>Hi</p>', 1, { visibility })]) });
  const permalink = 'https://a.example/@ana/1';
  expect(await lookUp(refs)).toEqual({ kind: 'published', remoteId: '1', permalink, ...limited });
});
it('includes the content warning in the length of a post', () => {
  const check = (text: string, contentWarning: string) =>
    connector
      .precheck({ ...publicationOf(text), options: { contentWarning } }, MASTODON_LIMITS)
      .map(({ message }) => message);
  expect(check('x'.repeat(490), 'y'.repeat(10))).toEqual([]);
  expect(check('x'.repeat(490), '👩‍👩‍👧'.repeat(11))).toEqual([PRECHECK_TEXT.tooLong('Mastodon', 501, 500)]);
  // The check of the text already reports this text.
  expect(check('x'.repeat(501), 'y')).toEqual([]);
});
it('keeps all digits of ids that arrive as numbers', async () => {
  const refs = await prepareRefs();
  instance.addAnswers({ [POST]: { json: { id: 12, url: null } } });
  expect(await call(refs)).toEqual({ kind: 'published', remoteId: '12', permalink: null });
  instance.addAnswers({ [POST]: { text: '{"id":1145141919810114514,"url":"https://a.example/1"}' } });
  expect(await call(refs)).toMatchObject({ kind: 'published', remoteId: '1145141919810114514' });
});
it.each([
  [fault(401, 'The access token is invalid'), { kind: 'refused', reason: 'reconnect', retryable: false }],
  [fault(422, { name: 'ZodError' }), { kind: 'refused', reason: 'rejected', words: '{"name":"ZodError"}' }],
  [
    fault(400, { name: 'ZodError', issues: [{ code: 'invalid_string', message: 'Invalid uuid' }] }),
    { kind: 'refused', reason: 'rejected', words: 'Invalid uuid', retryable: false },
  ],
  [{ status: 500 }, { kind: 'unknown', cause: 'server-error' }],
  [
    { status: 502, text: '<html>bad gateway</html>' },
    { kind: 'unknown', cause: 'server-error', words: null },
  ],
  [{ text: '<html>captcha</html>' }, { kind: 'unknown', cause: 'unreadable' }],
  [{}, { kind: 'unknown', cause: 'unreadable' }],
  ['drop', { kind: 'unknown', cause: 'reset' }],
  [
    {
      ...fault(429, 'Too many requests'),
      headers: { 'x-ratelimit-reset': '2030-01-01T12:03:00Z', date: noon.toUTCString() },
    },
    { kind: 'postponed', reason: 'rate-limit', until: '2030-01-01T12:03:00.000Z' },
  ],
] as const)('for the response %j, has the outcome %j', async (response, outcome) => {
  instance.addAnswers({ [POST]: response });
  expect(await call(await prepareRefs())).toMatchObject(outcome);
});
it('repeats a call with the new token if the user has reconnected in the meantime', async () => {
  instance.addAnswers({
    [POST]: (request) =>
      request.headers.authorization === 'Bearer t2' ? { json: { id: '1' } } : fault(401, 'invalid'),
  });
  const refs = await prepareRefs();
  const stale = access.current;
  access.credentials = () => Promise.resolve(stale);
  access.current = { ...stale, token: 't2' };
  expect(await call(refs)).toMatchObject({ kind: 'published', remoteId: '1' });
});

it('uploads and saves each file once, and waits until it is processed', async () => {
  let uploads = 0;
  const polls: ScriptedReply[] = [
    { status: 206, json: { id: 'm1', url: null } },
    { status: 206 },
    { json: { id: 'm1', url: 'https://x' } },
  ];
  instance.addAnswers({
    [UPLOAD]: () => ({ status: ++uploads === 1 ? 202 : 200, json: { id: `m${String(uploads)}`, url: null } }),
    'GET /api/v1/media/m1': () => polls.shift() ?? fault(500, 'asked too often'),
    'GET /api/v1/media/m2': fault(404, 'Record not found'),
    [POST]: { json: { id: '1' } },
  });
  const publication = publicationOf('Two', [image('one'), image('two')]);
  const refs = await prepareRefs(publication);
  expect(refs['mediaIds']).toEqual(['m1', 'm2']);
  expect(saved.map((each) => each['mediaIds'])).toEqual([['m1'], ['m1', 'm2']]);
  const [first] = instance.requestsTo(UPLOAD);
  expect(first?.body.toString()).toContain('name="description"\r\n\r\none\r\n');
  expect(first?.body.toString()).toContain('a picture, as far as anybody looks');
  instance.addAnswers({ 'GET /api/v1/media/m1': { json: { id: 'm1' } } });
  expect(await prepareRefs(publication, saved[0])).toMatchObject({ mediaIds: ['m1', 'm3'] });
  await call(refs, publication);
  expect(instance.requestsTo(POST)[0]?.json()).toEqual({ status: 'Two', media_ids: ['m1', 'm2'] });
});
it.each([
  fault(404, 'Not Found'),
  { status: 404, text: '<html>nothing here</html>' },
  fault(405, 'Method Not Allowed'),
  { status: 410 },
  fault(501, 'Not implemented'),
])('uses the older upload call if a server returns %j for the newer one', async (response) => {
  instance.addAnswers({
    [UPLOAD]: response,
    [OLD_UPLOAD]: { json: { id: 'm1' } },
    [POST]: { json: { id: '1' } },
  });
  const publication = publicationOf('Old', [image()]);
  await call(await prepareRefs(publication), publication);
  expect(instance.requestsTo(OLD_UPLOAD)[0]?.body.toString()).toContain('a picture, as far as anybody looks');
  expect(instance.requestsTo(POST)[0]?.json()).toEqual({ status: 'Old', media_ids: ['m1'] });
});
it('refuses files for a server without uploads, and keeps the account connected', async () => {
  instance.addAnswers({ [UPLOAD]: fault(404, 'Not Found'), [OLD_UPLOAD]: fault(404, 'Not Found') });
  expect(await connector.prepare(access, publicationOf('Hi', [image()]), null, save)).toMatchObject({
    kind: 'refused',
    reason: 'media-rejected',
    variant: 'no-uploads',
    values: { platform: `localhost:${String(instance.port)}` },
    words: `localhost:${String(instance.port)} takes no files from other programs.`,
    retryable: false,
  });
});
it('does not repeat a refused upload', async () => {
  instance.addAnswers({ [UPLOAD]: fault(422, 'Validation failed: File content type is invalid') });
  expect(await connector.prepare(access, publicationOf('Hi', [image()]), null, save)).toMatchObject({
    kind: 'refused',
    reason: 'rejected',
  });
  expect(instance.requestsTo(OLD_UPLOAD)).toEqual([]);
});
it('postpones a post while a file is being processed', async () => {
  instance.addAnswers({
    [UPLOAD]: { status: 202, json: { id: 'm1' } },
    'GET /api/v1/media/m1': { status: 206 },
  });
  const slow = await connector.prepare(access, publicationOf('Slow', [image()]), null, save);
  expect(slow).toMatchObject({
    kind: 'postponed',
    reason: 'processing',
  });
  expect(saved).toMatchObject([{ mediaIds: ['m1'] }]);
});
it('refuses a post permanently if the server cannot process a file', async () => {
  instance.addAnswers({
    [UPLOAD]: { status: 202, json: { id: 'm1' } },
    'GET /api/v1/media/m1': fault(422, 'Processing failed'),
  });
  expect(await connector.prepare(access, publicationOf('Bad', [image()]), null, save)).toMatchObject({
    kind: 'refused',
    reason: 'media-rejected',
    words: 'Processing failed',
    retryable: false,
  });
});
it('returns the variant file-not-processed if the server gives no message', async () => {
  instance.addAnswers({
    [UPLOAD]: { status: 202, json: { id: 'm1' } },
    'GET /api/v1/media/m1': { status: 422, json: {} },
  });
  expect(await connector.prepare(access, publicationOf('Bad', [image()]), null, save)).toMatchObject({
    reason: 'media-rejected',
    variant: 'file-not-processed',
    values: { platform: `localhost:${String(instance.port)}` },
  });
});
it('refuses a post as a duplicate if its files are in use, and then uploads them again', async () => {
  let uploads = 0;
  instance.addAnswers({
    [UPLOAD]: () => ({ json: { id: `m${String(++uploads)}` } }),
    'GET /api/v1/media/m1': { json: {} },
    'GET /api/v1/media/m2': { json: {} },
    [POST]: fault(422, "Media 'm1' not found or already attached to another post"),
  });
  const publication = publicationOf('Once', [image()]);
  const refs = await prepareRefs(publication);
  const outcome = await call(refs, publication);
  expect(outcome).toMatchObject({ kind: 'refused', reason: 'duplicate' });
  const next = await prepareRefs(publication, storedAfter(refs, outcome));
  expect(next['mediaIds']).toEqual(['m2']);
  expect(next['idempotencyKey']).toBe(refs['idempotencyKey']);
});

const status = (id: string, content: string, secondsAfterNoon: number, extra: object = {}) => ({
  id,
  content,
  created_at: new Date(noon.getTime() + secondsAfterNoon * 1000).toISOString(),
  url: `https://a.example/@ana/${id}`,
  in_reply_to_id: null,
  media_attachments: [],
  ...extra,
});

it('finds the post by time and text, and ignores similar posts', async () => {
  const refs = await prepareRefs();
  instance.addAnswers({
    [LIST]: withDate([
      status('9', '<p>Hi there</p>', 9),
      status('8', '<p>Hi</p>', 8, { in_reply_to_id: '1' }),
      status('7', '<p>Hi</p>', 7, { media_attachments: [{}] }),
      status('6', '<p>Hi</p>', 1),
      status('5', '<p>Hi</p>', -60),
      status('4', '<p>Hi</p>', -86_400),
    ]),
  });
  expect(await lookUp(refs)).toEqual({
    kind: 'published',
    remoteId: '6',
    permalink: 'https://a.example/@ana/6',
  });
  access.claimed.set('6', false);
  expect(await lookUp(refs)).toEqual({ kind: 'absent' });
});
it('prefers the post with our files to a post with the same text', async () => {
  instance.addAnswers({ [UPLOAD]: { json: { id: 'm1' } } });
  const publication = publicationOf('Hi', [image()]);
  const refs = await prepareRefs(publication);
  const otherStatus = status('7', '<p>Hi</p>', 1, { media_attachments: [{ id: 'm9' }] });
  const ourStatus = status('8', '<h1>shown otherwise</h1>', 2, { media_attachments: [{ id: 'm1' }] });
  instance.addAnswers({ [LIST]: withDate([ourStatus, otherStatus]) });
  expect(await lookUp(refs, publication)).toMatchObject({ kind: 'published', remoteId: '8' });
  instance.addAnswers({ [LIST]: withDate([otherStatus]) });
  expect(await lookUp(refs, publication)).toMatchObject({ kind: 'published', remoteId: '7' });
});
it('claims a post without a text only by its files; otherwise a person must look', async () => {
  instance.addAnswers({ [UPLOAD]: { json: { id: 'm1' } } });
  const publication = publicationOf('', [image()]);
  const refs = await prepareRefs(publication);
  const claims = jest.spyOn(access, 'claim');
  const shown = (id: string, file: string) => status(id, '', 1, { media_attachments: [{ id: file }] });
  instance.addAnswers({ [LIST]: withDate([shown('7', 'm9')]) });
  expect(await lookUp(refs, publication)).toEqual({ kind: 'cannot-tell' });
  expect(claims).not.toHaveBeenCalled();
  instance.addAnswers({ [LIST]: withDate([status('7', '<p>Hi</p>', 1)]) });
  expect(await lookUp(refs, publication)).toEqual({ kind: 'absent' });
  instance.addAnswers({ [LIST]: withDate([shown('7', 'm9'), shown('8', 'm1')]) });
  expect(await lookUp(refs, publication)).toMatchObject({ kind: 'published', remoteId: '8' });
});
it('sends a post again with a new key if another publication has claimed the status', async () => {
  instance.addAnswers({ [POST]: { json: { id: '6' } } });
  const refs = await prepareRefs();
  access.claimed.set('6', false);
  const outcome = await call(refs);
  expect(outcome).toMatchObject({ kind: 'refused', reason: 'not-there', words: null, retryable: true });
  const next = await prepareRefs(publicationOf('Hi'), storedAfter(refs, outcome));
  expect(next['idempotencyKey']).not.toBe(refs['idempotencyKey']);
  instance.addAnswers({ [POST]: { json: { id: '7' } } });
  expect(await call(next)).toMatchObject({ kind: 'published', remoteId: '7' });
});
it('compares the source text of a status that the server formats differently', async () => {
  const text = '**Big** news';
  const refs = await prepareRefs(publicationOf(text));
  const shown = '<p><strong>Big</strong> news</p>';
  instance.addAnswers({
    [LIST]: withDate([status('8', shown, 8), status('7', shown, 7), status('6', '<p>Other news</p>', 6)]),
    'GET /api/v1/statuses/7/source': { json: { id: '7', text: '__Big__ news', spoiler_text: '' } },
    'GET /api/v1/statuses/8/source': { json: { id: '8', text, spoiler_text: '' } },
  });
  expect(await lookUp(refs, publicationOf(text))).toMatchObject({ kind: 'published', remoteId: '8' });
  expect(instance.requestsTo('GET /api/v1/statuses/6/source')).toEqual([]);
  instance.addAnswers({ 'GET /api/v1/statuses/7/source': fault(500, 'broken') });
  expect(await lookUp(refs, publicationOf(text))).toMatchObject({ kind: 'failed' });
  instance.addAnswers({
    'GET /api/v1/statuses/7/source': fault(404, 'Not found'),
    'GET /api/v1/statuses/8/source': fault(404, 'Not found'),
  });
  expect(await lookUp(refs, publicationOf(text))).toEqual({ kind: 'absent' });
});
it('does not claim a boost', async () => {
  const refs = await prepareRefs();
  instance.addAnswers({
    [LIST]: withDate([status('9', '<p>Hi</p>', 1, { reblog: { id: '1', content: '<p>Hi</p>' } })]),
  });
  expect(await lookUp(refs)).toEqual({ kind: 'absent' });
});
it('does not send an empty text, because some servers refuse it', async () => {
  instance.addAnswers({ [UPLOAD]: { json: { id: 'm1' } }, [POST]: { json: { id: '1' } } });
  const withoutText = publicationOf('', [image()]);
  await call(await prepareRefs(withoutText), withoutText);
  expect(instance.requestsTo(POST)[0]?.json()).toEqual({ media_ids: ['m1'] });
});
it("compares times with the server's clock", async () => {
  const refs = await prepareRefs();
  const late = new Date(noon.getTime() - 3_600_000);
  instance.addAnswers({
    [LIST]: { json: [status('1', '<p>Hi</p>', -3_600)], headers: { date: late.toUTCString() } },
  });
  expect(await lookUp(refs)).toMatchObject({ kind: 'published', remoteId: '1' });
});
const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const BASE_62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
function inDigits(number: bigint, digits: string): string {
  const base = BigInt(digits.length);
  return number === 0n ? '' : `${inDigits(number / base, digits)}${digits[Number(number % base)] ?? ''}`;
}
/** Compares ids by length, then by characters. */
const isAbove = (one: string, other: string): boolean =>
  one.length === other.length ? one > other : one.length > other.length;

/** The id of the status at noon, when the attempt began. Statuses are one second apart. */
const FIRST = 500;
const timeline =
  (newest: () => number, ours: number | null, page = 40) =>
  ({ query }: Readonly<{ query: URLSearchParams }>): ScriptedReply => {
    const [above, below] = [Number(query.get('min_id') ?? 0), Number(query.get('max_id') ?? Infinity)];
    const ids = Array.from({ length: newest() }, (_, n) => newest() - n).filter(
      (id) => id > above && id < below,
    );
    const found = query.has('min_id') ? ids.slice(-page) : ids.slice(0, page);
    return withDate(
      found.map((id) => status(String(id), id === ours ? '<p>Hi</p>' : '<p>Other</p>', id - FIRST)),
    );
  };
const ignoringMinId =
  (list: ReturnType<typeof timeline>) =>
  ({ query }: Readonly<{ query: URLSearchParams }>): ScriptedReply => {
    const rest = new URLSearchParams(query);
    rest.delete('min_id');
    return list({ query: rest });
  };

it('searches from before the attempt towards newer statuses, to find the post among many', async () => {
  instance.addAnswers({ [LIST]: timeline(() => FIRST + 1_950, FIRST) });
  expect(await lookUp(await prepareRefs())).toMatchObject({ kind: 'published', remoteId: '500' });
  const positions = instance.requestsTo(LIST).map(({ query }) => [query.get('max_id'), query.get('min_id')]);
  // The search begins 70 statuses before the attempt: ten seconds of tolerance and a minute, with one status per second.
  expect(positions).toEqual([
    [null, null],
    ['430', null],
    [null, '429'],
    [null, '469'],
  ]);
});
it.each([
  ['Mastodon', (time: number) => String(BigInt(time) << 16n)],
  ['GoToSocial', (time: number) => inDigits(BigInt(time) << 80n, CROCKFORD).padStart(26, '0')],
  ['Akkoma', (time: number) => inDigits(BigInt(time) << 64n, BASE_62)],
])('finds the post by the time in the ids of %s', async (_, idOf) => {
  const ours = 3_000;
  const all = Array.from({ length: 5_000 }, (_each, index) => {
    const seconds = index - ours;
    return status(
      idOf(noon.getTime() + seconds * 1_000),
      index === ours ? '<p>Hi</p>' : '<p>Other</p>',
      seconds,
    );
  }).toReversed();
  const idIn = (one: (typeof all)[number]) => (one as { id: string }).id;
  instance.addAnswers({
    [LIST]: ({ query }) => {
      const [above, below] = [query.get('min_id'), query.get('max_id')];
      const found = all.filter(
        (one) =>
          (above === null || isAbove(idIn(one), above)) && (below === null || isAbove(below, idIn(one))),
      );
      return withDate(above === null ? found.slice(0, Number(query.get('limit'))) : found.slice(-40));
    },
  });
  const found = await lookUp(await prepareRefs());
  expect(found).toMatchObject({ kind: 'published', remoteId: idOf(noon.getTime()) });
  expect(instance.requestsTo(LIST).length).toBeLessThan(6);
});
it('searches towards older statuses if the server accepts only ids of existing statuses', async () => {
  const list = timeline(() => FIRST + 200, FIRST);
  instance.addAnswers({
    [LIST]: ({ query }) => (query.get('limit') === '5' ? fault(404, 'none') : list({ query })),
  });
  expect(await lookUp(await prepareRefs())).toMatchObject({ kind: 'published', remoteId: '500' });
  expect(instance.requestsTo(LIST).some(({ query }) => query.has('min_id'))).toBe(false);
});
it('reports a missing post as absent after a complete search, and fails after an incomplete one', async () => {
  let newest = 0;
  instance.addAnswers({ [LIST]: timeline(() => newest, null) });
  const refs = await prepareRefs();
  newest = FIRST + 950;
  expect(await lookUp(refs)).toEqual({ kind: 'absent' });
  // Another publication has claimed the only status with the same text.
  access.claimed.set('510', false);
  instance.addAnswers({ [LIST]: timeline(() => newest, 510) });
  expect(await lookUp(refs)).toEqual({ kind: 'absent' });
  newest = FIRST + 2_950;
  expect(await lookUp(refs)).toMatchObject({ kind: 'failed' });
});
it('searches towards older statuses if the server ignores `min_id`', async () => {
  let newest = 0;
  const list = (ours: number | null) => ignoringMinId(timeline(() => newest, ours));
  instance.addAnswers({ [LIST]: list(FIRST) });
  const refs = await prepareRefs();
  newest = FIRST + 150;
  expect(await lookUp(refs)).toMatchObject({ kind: 'published', remoteId: '500' });
  newest = FIRST + 950;
  // A certain match counts even if the search ends early. Without a match, an incomplete search fails.
  expect(await lookUp(refs)).toMatchObject({ kind: 'failed' });
  instance.addAnswers({ [LIST]: list(1_350) });
  expect(await lookUp(refs)).toMatchObject({ kind: 'published', remoteId: '1350' });
});
it('ignores a page of newer statuses whose ids do not follow time', async () => {
  instance.addAnswers({ [LIST]: timeline(() => 0, null) });
  const refs = await prepareRefs();
  const olderPages = timeline(() => FIRST + 950, null);
  const shuffled = withDate([status('300', '<p>Other</p>', 250), status('7', '<p>Other</p>', -5_000)]);
  instance.addAnswers({ [LIST]: ({ query }) => (query.has('min_id') ? shuffled : olderPages({ query })) });
  expect(await lookUp(refs)).toMatchObject({ kind: 'failed' });
});
it('reads pages back to the time before the attempt', async () => {
  const refs = await prepareRefs();
  instance.addAnswers({
    [LIST]: ({ query }) => {
      const from = Number(query.get('max_id') ?? '201');
      const page = Array.from({ length: 40 }, (_, n) => from - 1 - n).filter((id) => id > 0);
      return withDate(
        page.map((id) => status(String(id), id === 90 ? '<p>Hi</p>' : '<p>Other</p>', id - 50)),
      );
    },
  });
  expect(await lookUp(refs)).toMatchObject({ kind: 'published', remoteId: '90' });
  expect(instance.requestsTo(LIST).filter(({ query }) => query.get('limit') === '40')).toHaveLength(5);
});
it.each([
  ['drop', 'failed'],
  [fault(500, 'broken'), 'failed'],
  [{ text: '<html></html>' }, 'failed'],
  [{ json: { statuses: [] } }, 'failed'],
  [{ json: [{ id: '1', content: '<p>Hi</p>' }] }, 'failed'],
  [{ json: [] }, 'absent'],
] as const)('for the list %j, has the look-up outcome %s', async (response, kind) => {
  instance.addAnswers({ [LIST]: response });
  expect(await lookUp(await prepareRefs())).toMatchObject({ kind });
});
it('reports a post as absent if its references contain no idempotency key', async () => {
  expect(await lookUp({})).toEqual({ kind: 'absent' });
  expect(instance.calls()).toEqual([]);
});

const DELETE_STATUS = 'DELETE /api/v1/statuses/7';
const remove = (remoteId = '7') =>
  connector.deletePost(access, { remoteId, permalink: null, publishRefs: null }, AbortSignal.timeout(5_000));

it('deletes a status, and counts a missing one as deleted', async () => {
  instance.addAnswers({ [DELETE_STATUS]: { json: { id: '7', text: 'Hi' } } });
  expect(await remove()).toEqual({ kind: 'deleted' });
  expect(instance.requestsTo(DELETE_STATUS)[0]?.headers.authorization).toBe('Bearer t1');
  for (const status of [404, 410]) {
    instance.addAnswers({ [DELETE_STATUS]: fault(status, 'Record not found') });
    expect(await remove()).toEqual({ kind: 'deleted' });
  }
});
it('refuses a deletion with the reason server if a proxy returns its own page', async () => {
  instance.addAnswers({ [DELETE_STATUS]: { status: 404, text: '<html>Not found</html>' } });
  expect(await remove()).toMatchObject({ kind: 'refused', reason: 'server', retryable: true });
});
it.each([
  ['a server error', fault(503, 'Down'), { kind: 'unknown', cause: 'server-error' }],
  ['a cut connection', 'drop', { kind: 'unknown', cause: 'reset' }],
  ['a rate limit', fault(429, 'Throttled'), { kind: 'postponed', reason: 'rate-limit' }],
  ['a revoked token', fault(401, 'The access token was revoked'), { kind: 'refused', reason: 'reconnect' }],
] as const)('has the expected outcome of a deletion after %s', async (_what, response, outcome) => {
  instance.addAnswers({ [DELETE_STATUS]: response });
  expect(await remove()).toMatchObject(outcome);
});
it('detects a revoked token before a post is due', async () => {
  expect(await connector.readiness(access)).toEqual([]);
  instance.addAnswers({ [VERIFY]: fault(401, 'The access token was revoked') });
  await expect(connector.readiness(access)).rejects.toThrow(ReconnectNeeded);
});

it.each([
  ['deeply nested JSON', '['.repeat(250_000)],
  ['a huge account', JSON.stringify({ id: '42', username: 'ana', note: 'x'.repeat(256_000) })],
  ['a huge id', JSON.stringify({ id: 'x'.repeat(200_000), username: 'ana' })],
  ['an id that is too long', JSON.stringify({ id: 'x'.repeat(513), username: 'ana' })],
])('reports that a server is not Mastodon if it returns %s', async (_, text) => {
  instance.addAnswers({ [VERIFY]: { text } });
  await expect(connect()).rejects.toMatchObject({
    code: 'integrations.server-unreachable',
    message: CONNECT_TEXT.notMastodon(`localhost:${String(instance.port)}`),
  });
});
it('reads a full page of long posts, but not a page that is too large', async () => {
  const refs = await prepareRefs();
  const others = Array.from({ length: 40 }, (_, n) => ({
    id: String(1000 - n),
    created_at: noon.toISOString(),
    content: `<p>${'long '.repeat(8_000)}</p>`,
    media_attachments: [],
  }));
  const ours = { ...others[0], id: '7', content: '<p>Hi</p>', url: 'https://instance.example/7' };
  instance.addAnswers({ [LIST]: withDate([...others.slice(1), ours]) });
  expect(await lookUp(refs)).toMatchObject({ kind: 'published', remoteId: '7' });
  instance.addAnswers({ [LIST]: withDate([...others, ...others, ours]) });
  expect(await lookUp(refs)).toMatchObject({ kind: 'failed' });
});
