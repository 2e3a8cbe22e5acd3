import { SERVER_TEXT } from '@posthorn/contracts/shared/server-text';
import { refusal } from '@posthorn/contracts/shared/refusal';
import {
  LogBusyError,
  LogSealedError,
  NotStorableError,
  RetryableError,
} from '@posthorn/event-sourcing/event-store';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import {
  Body,
  Controller,
  Get,
  Logger,
  Module,
  Param,
  Post,
  Put,
  Patch,
  Delete,
  Query,
} from '@nestjs/common';
import { IsNotEmpty, IsOptional, ValidateNested } from 'class-validator';
import { Type } from 'class-transformer';
import request from 'supertest';
import { CauseContext } from '#infrastructure/event-log/cause-context.ts';
import { boot, type Booted } from '../testing/boot.ts';
import { CurrentUserId } from './session/current-user.ts';
import { FromAnySite } from './edge/from-any-site.ts';
import { Public } from './session/public-route.ts';

class Missing extends refusal('inbox.comment-not-found', (message: string) => message) {}
class FileDto {
  @IsNotEmpty({ message: 'A file needs an address' })
  readonly mediaUrl!: string;
}
class ThingDto {
  @IsNotEmpty({ message: 'A thing needs a name' })
  readonly name!: string;
  @ValidateNested({ each: true })
  @Type(() => FileDto)
  readonly files!: FileDto[];
}
class WordsDto {
  @IsOptional()
  readonly q?: string;
  get words(): readonly string[] {
    return (this.q ?? '').split(' ');
  }
}
class TryDto {
  @IsOptional()
  readonly dry_run?: string;
}
class PageDto extends WordsDto {
  @IsOptional()
  readonly after?: string;
}
let changes = 0;

@Controller('/api/things')
class ThingsController {
  constructor(private readonly causes: CauseContext) {}
  @Get()
  list(@CurrentUserId() userId: string) {
    return { userId, cause: this.causes.current() };
  }
  @Post()
  add(@Body() body: ThingDto) {
    changes++;
    return body;
  }
  @Post('tried')
  try(@Query() { dry_run = 'false' }: TryDto, @Query('note') note = '') {
    return { dry_run, note };
  }
  @Get('found')
  found(@Query() { words }: PageDto) {
    return { words };
  }
  @Post('not-storable')
  keep(): never {
    throw new NotStorableError('The character U+0000 cannot be stored');
  }
  @Put()
  replace() {
    changes++;
  }
  @Patch()
  change() {
    changes++;
  }
  @Delete()
  remove() {
    changes++;
  }
  @Get('missing')
  missing() {
    throw new Missing('There is no such thing.');
  }
  @Get('named/:name')
  named(@Param('name') name: string) {
    return { name };
  }
  @Get('log-sealed')
  sealed(): never {
    throw new LogSealedError('secret');
  }
  @Get('log-down')
  logDown() {
    throw new RetryableError('nothing listens');
  }
  @Get('log-busy')
  logBusy() {
    throw new LogBusyError('secret');
  }
  @Get('database-down')
  databaseDown() {
    throw Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
  }
  @Get('disk-full')
  diskFull() {
    throw Object.assign(new Error('write'), { code: 'ENOSPC' });
  }
  @Get('bug')
  bug() {
    throw new Error('a secret detail');
  }
  @Public()
  @Get('open')
  open() {
    return this.causes.current().actor;
  }
  @Public()
  @FromAnySite()
  @Post('hook')
  hook() {
    return {};
  }
}

@Module({ controllers: [ThingsController] })
class ThingsModule {}

const bodyOf = ({ body }: { body: unknown }): unknown => body;
let things: Booted;
const post = (headers: Record<string, string>) =>
  request(things.url)
    .post('/api/things')
    .set('x-test-user', 'ana')
    .set(headers)
    .send({ name: 'x', files: [] });

beforeAll(async () => {
  things = await boot([ThingsModule], { rawOrigin: true });
});
afterAll(() => things.close());

it('records the signed-in user as the cause of a request', async () => {
  const response = await request(things.url).get('/api/things').set('x-test-user', 'ana').expect(200);
  const id: unknown = response.headers['x-request-id'];
  expect(response.body).toEqual({
    userId: 'ana',
    cause: { actor: { kind: 'user', id: 'ana' }, correlationId: id, causationId: id },
  });
});
it('requires a session on every route that is not public', async () => {
  const body = bodyOf(await request(things.url).get('/api/things').expect(401));
  expect(body).toMatchObject({ code: 'identity.signed-out' });
  await request(things.url).get('/api/things/open').expect(200, { kind: 'system', id: 'http' });
});
it.each(['post', 'put', 'patch', 'delete'] as const)('accepts a %s from our pages only', async (method) => {
  const own = new URL(things.url).origin;
  const send = (headers: Record<string, string>) =>
    request(things.url)
      [method]('/api/things')
      .set('x-test-user', 'ana')
      .set(headers)
      .send({ name: 'x', files: [] });
  changes = 0;
  const refused: Record<string, string>[] = [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'none' },
    { 'sec-fetch-site': 'cross-site', origin: own },
    { origin: 'null' },
    { origin: 'https://evil.example' },
    { origin: own.replace('http:', 'https:') },
    { origin: `${own}/` },
    { origin: own.replace('http:', 'ftp:') },
    {},
  ];
  for (const headers of refused) {
    const body = bodyOf(await send(headers).expect(403));
    expect(body).toMatchObject({ code: 'request.other-site', message: SERVER_TEXT.otherSite });
  }
  expect(changes).toBe(0);
  expect((await send({ 'sec-fetch-site': 'same-origin' })).status).toBeLessThan(300);
  expect((await send({ origin: own })).status).toBeLessThan(300);
  expect(changes).toBe(2);
});
it('accepts a request without an origin on a route for any site', () =>
  request(things.url).post('/api/things/hook').expect(201));
it('returns our own message for a malformed body', async () => {
  const body = bodyOf(
    await post({ 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' })
      .send('{"name":')
      .expect(400),
  );
  expect(body).toMatchObject({ code: 'request.malformed', message: SERVER_TEXT.malformedJson });
});
it.each(['/api/things/named/%ff', '/api/things/named/%', '/api/nowhere/%c3', '/media/%E0%A4'])(
  'returns our own message for the undecodable path %s',
  async (path) => {
    const response = await request(things.url).get(path).set('x-test-user', 'ana').expect(400);
    expect(response.body).toMatchObject({
      code: 'request.address-not-valid',
      message: SERVER_TEXT.addressNotValid,
      requestId: response.headers['x-request-id'],
    });
  },
);
it('reads a percent-encoded path', async () => {
  const response = await request(things.url).get('/api/things/named/%C3%A9%25').set('x-test-user', 'ana');
  expect(response.body).toEqual({ name: 'é%' });
});
it('reports each refused field of a body, and nested fields by their path', async () => {
  const body = bodyOf(
    await post({ 'sec-fetch-site': 'same-origin' })
      .send({ name: '', files: [{}] })
      .expect(400),
  );
  expect(body).toMatchObject({
    code: 'request.not-valid',
    message: 'A thing needs a name',
    fields: { name: 'A thing needs a name', 'files.0.mediaUrl': 'A file needs an address' },
  });
});
it('reports the fields that cannot be stored', async () => {
  const sent = { name: 'a\0b', files: [{ mediaUrl: '/m' }, { mediaUrl: '\ud83d' }], size: 3 };
  const response = await request(things.url)
    .post('/api/things/not-storable')
    .set({ 'x-test-user': 'ana', 'sec-fetch-site': 'same-origin' })
    .send(sent)
    .expect(400);
  expect(response.body).toMatchObject({
    code: 'request.not-valid',
    fields: { name: SERVER_TEXT.notValid, 'files.1.mediaUrl': SERVER_TEXT.notValid },
  });
});
it('drops unknown fields of a body', async () => {
  const sent = { name: 'x', userId: 'eve', files: [{ mediaUrl: '/m', isPremium: true }] };
  const body = bodyOf(await post({ 'sec-fetch-site': 'same-origin' }).send(sent).expect(201));
  expect(body).toEqual({ name: 'x', files: [{ mediaUrl: '/m' }] });
});
it.each([
  [
    'that is nested deeper than the call stack allows',
    '{"name":'.repeat(100_000) + '1' + '}'.repeat(100_000),
  ],
  ['with 20,000 names', `{${Array.from({ length: 20_000 }, (_, n) => `"k${String(n)}":1`).join(',')}}`],
])('refuses a body %s before any code reads it', (_, body) =>
  request(things.url)
    .post('/api/things')
    .set({ 'x-test-user': 'ana', 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' })
    .send(body)
    .expect(413),
);
it('does not let a request set a field that its class computes', async () => {
  const ask = (query: string) =>
    request(things.url).get(`/api/things/found?${query}`).set('x-test-user', 'ana');
  await ask('words=x&q=a+b').expect(200, { words: ['a', 'b'] });
  await ask('after=x&WORDS=x').expect(200, { words: [''] });
});
it('refuses a change with a parameter that its route does not declare', async () => {
  const send = (path: string) =>
    request(things.url)
      .post(path)
      .set({ 'x-test-user': 'ana', 'sec-fetch-site': 'same-origin' })
      .send({ name: 'x', files: [] });
  changes = 0;
  expect((await send('/api/things?dryRun=true').expect(400)).body).toMatchObject({
    code: 'request.parameter-unknown',
    message: 'This call has no parameter "dryRun". It has no parameters.',
    values: { parameter: 'dryRun', known: '' },
  });
  expect(changes).toBe(0);
  await send('/api/things/tried?dry_run=yes&note=n').expect(201, { dry_run: 'yes', note: 'n' });
  expect((await send('/api/things/tried?note=n&Dry_Run=yes').expect(400)).body).toMatchObject({
    message: 'This call has no parameter "Dry_Run". Its parameters: dry_run, note.',
  });
  await send('/api/things/tried?__proto__=1').expect(400);
  await request(things.url).post('/api/things/hook?from=there').expect(201);
  await request(things.url).get('/api/things?page=2').set('x-test-user', 'ana').expect(200);
});
it('refuses a body that is too large', () =>
  post({ 'sec-fetch-site': 'same-origin' })
    .send({ name: 'x'.repeat(1_100_000) })
    .expect(413));
it.each([
  ['missing', 404, 'inbox.comment-not-found'],
  ['log-down', 503, 'server.log-unavailable'],
  ['log-busy', 503, 'server.log-busy'],
  ['log-sealed', 503, 'server.log-sealed'],
  ['database-down', 503, 'server.database-unavailable'],
  ['disk-full', 503, 'server.storage-full'],
  ['bug', 500, 'server.bug'],
  ['nowhere', 404, 'request.not-found'],
])('for %s, returns %i and the code %s', async (path, status, code) => {
  const response = await request(things.url)
    .get(`/api/things/${path}`)
    .set('x-test-user', 'ana')
    .expect(status);
  expect(response.body).toMatchObject({ code, requestId: response.headers['x-request-id'] });
  expect(JSON.stringify(response.body)).not.toContain('secret');
  expect(response.headers['retry-after']).toBe(status === 503 ? '5' : undefined);
});
it.each([
  ['missing', []],
  ['database-down', ['warn']],
  ['disk-full', ['error']],
  ['bug', ['error']],
])('logs %s at the levels %j', async (path, levels) => {
  const warn = jest.spyOn(Logger.prototype, 'warn').mockReturnValue(undefined);
  const error = jest.spyOn(Logger.prototype, 'error').mockReturnValue(undefined);
  await request(things.url).get(`/api/things/${path}`).set('x-test-user', 'ana');
  const counts = { warn: warn.mock.calls.length, error: error.mock.calls.length };
  jest.restoreAllMocks();
  expect(Object.entries(counts).flatMap(([level, count]) => Array<string>(count).fill(level))).toEqual(
    levels,
  );
});
it.each(['/api/external/me', '/api/external/nothing', '/mcp'])(
  'refuses requests for another host with a problem document at %s',
  async (path) => {
    const response = await request(things.url).get(path).set('host', 'evil.example').expect(421);
    expect(response.headers['content-type']).toContain('application/problem+json');
    expect(response.body).toMatchObject({
      status: 421,
      code: 'request.wrong-host',
      type: expect.any(String),
    });
  },
);
it('refuses requests for another host', () =>
  request(things.url).get('/api/things/open').set('host', 'evil.example').expect(421));
it('sends security headers with every response', async () => {
  const { headers } = await request(things.url).get('/api/things/open');
  expect(headers).toMatchObject({
    'content-security-policy':
      "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    'cross-origin-opener-policy': 'same-origin',
  });
  expect(headers).not.toHaveProperty('x-powered-by');
});
it('refuses the requests of an IP address above its limit per minute', async () => {
  const limited = await boot([ThingsModule], { env: { REQUESTS_PER_MINUTE: '2' } });
  const ask = () => request(limited.url).get('/api/things/open');
  await ask().expect(200);
  // Without TRUSTED_PROXIES the header is ignored: all requests come from one IP address.
  await ask().set('x-forwarded-for', '10.0.0.1').expect(200);
  const { headers } = await ask().set('x-forwarded-for', '10.0.0.2').expect(429);
  await request(limited.url).get('/API/things/open').expect(429);
  expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  await limited.close();
});

it('counts the requests of one IPv6 network together', async () => {
  const env = { REQUESTS_PER_MINUTE: '2', TRUSTED_PROXIES: '1' };
  const product = await boot([ThingsModule], { env });
  const from = (ip: string) => request(product.url).get('/api/things/open').set('x-forwarded-for', ip);
  await from('2001:db8:1:2::1').expect(200);
  await from('2001:db8:1:2::2').expect(200);
  await from('2001:db8:1:2:ffff::3').expect(429);
  await from('2001:db8:1:3::1').expect(200);
  await product.close();
});

it('accepts only the origin of PUBLIC_URL with its scheme, even when the proxy connects by http', async () => {
  const env = { PUBLIC_URL: 'https://posthorn.example' };
  const product = await boot([ThingsModule], { rawOrigin: true, env });
  const statusFor = async (origin: string) => {
    const sender = { host: 'posthorn.example', 'x-test-user': 'ana', origin };
    return (await request(product.url).post('/api/things').set(sender).send({ name: 'x', files: [] })).status;
  };
  const origins = ['https://posthorn.example', 'http://posthorn.example', 'https://posthorn.example:8443'];
  const statuses = [];
  for (const origin of origins) statuses.push(await statusFor(origin));
  await product.close();
  expect(statuses).toEqual([201, 403, 403]);
});
