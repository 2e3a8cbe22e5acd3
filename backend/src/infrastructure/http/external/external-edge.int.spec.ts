import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { EXTERNAL_LIMITS, EXTERNAL_TEXT } from '@posthorn/contracts/external/external.http';
import type { ApiScope } from '@posthorn/contracts/identity/api-tokens.http';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { Body, Controller, Get, Global, Module, Post } from '@nestjs/common';
import { Pool } from 'pg';
import { CauseContext } from '#infrastructure/event-log/cause-context.ts';
import { boot, type Booted } from '../../testing/boot.ts';
import { CurrentUserId } from '../session/current-user.ts';
import { CurrentToken } from '../session/current-token.ts';
import { newApiToken } from '../session/token-format.ts';
import { TokenReader, type TokenHolder } from '../session/token-reader.ts';
import { OpenedByToken } from '../session/token-route.ts';

const [anasToken, readOnlyToken] = [newApiToken(), newApiToken()];
const holderOf = (tokenId: string, scopes: readonly ApiScope[]): TokenHolder => ({
  tokenId,
  userId: 'ana',
  scopes,
});
const holders = new Map([
  [anasToken, holderOf('t1', ['posts:read', 'posts:write'])],
  [readOnlyToken, holderOf('t2', ['posts:read'])],
]);
let lookUps = 0;
let changes = 0;

class KnownTokens extends TokenReader {
  override find(token: string): Promise<TokenHolder | null> {
    lookUps++;
    return Promise.resolve(holders.get(token) ?? null);
  }
  override openOf(): Promise<ReadonlySet<string>> {
    return Promise.resolve(new Set([...holders.values()].map(({ tokenId }) => tokenId)));
  }
}

@Controller('/api/external/things')
class ThingsController {
  constructor(private readonly causes: CauseContext) {}
  @Get()
  @OpenedByToken('posts:read')
  list(@CurrentToken() { userId }: TokenHolder) {
    return { userId, actor: this.causes.current().actor };
  }
  @Post()
  @OpenedByToken('posts:write')
  add(@Body() body: unknown) {
    changes++;
    return body;
  }
  /** A route without the decorator `OpenedByToken`, which its developer forgot. */
  @Get('unmarked')
  unmarked(@CurrentUserId() userId: string) {
    return { userId };
  }
}
@Controller('/api/things')
class ScreensController {
  @Get()
  list(@CurrentUserId() userId: string) {
    return { userId };
  }
}
@Global()
@Module({
  controllers: [ThingsController, ScreensController],
  providers: [{ provide: TokenReader, useClass: KnownTokens }],
  exports: [TokenReader],
})
class ThingsModule {}

let product: Booted;
beforeAll(async () => {
  product = await boot([ThingsModule], { database: true, rawOrigin: true });
});
beforeEach(async () => {
  [lookUps, changes] = [0, 0];
  await product.app.get(Pool).query('truncate edge.rate_limit');
});
afterAll(() => product.close());

type Sent = Readonly<{ method?: string; headers?: Record<string, string>; body?: string }>;
async function call(token: string | null, path = '', { method = 'GET', headers = {}, body }: Sent = {}) {
  const response = await fetch(`${product.url}/api/external/things${path}`, {
    method,
    body: body ?? null,
    headers: {
      ...(token !== null && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: text === '' ? null : (JSON.parse(text) as unknown),
  };
}
const add = (token: string | null, headers: Record<string, string> = {}) =>
  call(token, '', { method: 'POST', body: '{"name":"x"}', headers });
const COOKIE = { 'x-test-user': 'ana', cookie: '__Host-session=whatever', 'sec-fetch-site': 'same-origin' };
const NOT_VALID = { code: 'external.token-not-valid', message: EXTERNAL_TEXT.tokenNotValid };

it("accepts a request with a token, and records the token's id as the cause of its events", async () => {
  const { status, body } = await call(anasToken);
  expect([status, body]).toEqual([200, { userId: 'ana', actor: { kind: 'apiToken', id: 't1' } }]);
  expect((await call(anasToken, '', { headers: { authorization: `bearer  ${anasToken} ` } })).status).toBe(
    200,
  );
});

it.each([
  ['nothing', null, {}],
  ['a cookie alone', null, COOKIE],
  ['an unknown token', newApiToken(), {}],
  ['an unknown token and a cookie', newApiToken(), COOKIE],
  ['a token with a typo', `${anasToken.slice(0, -1)}${anasToken.endsWith('0') ? '1' : '0'}`, COOKIE],
  ['another kind of proof', null, { authorization: `Basic ${anasToken}` }],
])('refuses %s with the same message', async (_, token, headers: Record<string, string>) => {
  const { body, ...response } = await add(token, headers);
  expect([response.status, response.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
  expect(response.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
  const requestId = response.headers.get('x-request-id');
  expect(body).toEqual({
    ...NOT_VALID,
    requestId,
    status: 401,
    title: 'Unauthorized',
    detail: NOT_VALID.message,
    type: expect.stringMatching(/^https?:\/\/.+\/docs\/api#external\.token-not-valid$/u),
  });
  expect(changes).toBe(0);
});

it('ignores cookies, and accepts a token only on routes that are marked for tokens', async () => {
  expect((await call(anasToken, '', { headers: COOKIE })).body).toMatchObject({ actor: { id: 't1' } });
  for (const path of ['/unmarked', '/UNMARKED/']) expect((await call(anasToken, path)).status).toBe(401);
  const screens = await fetch(`${product.url}/api/things`, {
    headers: { authorization: `Bearer ${anasToken}` },
  });
  expect(screens.status).toBe(401);
});

it('requires a token for the path in any letter case', async () => {
  const response = await fetch(`${product.url}/API/External/Things`, { headers: COOKIE });
  expect(response.status).toBe(401);
});

it('reports the missing scope', async () => {
  const { status, body } = await add(readOnlyToken);
  expect([status, body]).toMatchObject([
    403,
    { code: 'external.scope-missing', message: EXTERNAL_TEXT.scopeMissing('posts:write') },
  ]);
  expect((await call(readOnlyToken)).status).toBe(200);
  expect((await add(anasToken)).status).toBe(201);
  expect(changes).toBe(1);
});

it.each(['https://evil.example', 'null'])(
  'refuses requests from a page of %s, without CORS headers',
  async (origin) => {
    const { status, headers, body } = await add(anasToken, { origin });
    expect([status, body]).toMatchObject([403, { code: 'external.browser' }]);
    expect(headers.get('access-control-allow-origin')).toBeNull();
    const sending = await call(null, '', { method: 'OPTIONS', headers: { origin } });
    expect([sending.status, sending.headers.get('access-control-allow-origin')]).toEqual([403, null]);
    expect([lookUps, changes]).toEqual([0, 0]);
  },
);

it('does nothing for a token that was revoked while the body arrived', async () => {
  const revoked = newApiToken();
  holders.set(revoked, holderOf('t3', ['posts:write']));
  const body = '{"name":"x"}';
  const sending = request(`${product.url}/api/external/things`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${revoked}`,
      'content-type': 'application/json',
      'content-length': body.length,
    },
  });
  sending.write(body.slice(0, 3));
  while (lookUps === 0) await new Promise(setImmediate);
  holders.delete(revoked);
  sending.end(body.slice(3));
  const [response] = (await once(sending, 'response')) as [IncomingMessage];
  response.resume();
  expect([response.statusCode, changes]).toEqual([401, 0]);
});

it('reports the remaining calls of a valid token in every response', async () => {
  const limits = ({ headers }: Readonly<{ headers: Headers }>) =>
    ['ratelimit-policy', 'ratelimit', 'ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset'].map(
      (name) => headers.get(name)?.replace(/;t=\d+$/u, ';t=T') ?? null,
    );
  const counted = (left: number) => [
    ...['"token";q=300;w=60', `"token";r=${String(left)};t=T`, '300', String(left)],
    expect.stringMatching(/^\d+$/u),
  ];
  expect(limits(await call(anasToken))).toEqual(counted(299));
  expect(limits(await call(anasToken, '/nowhere'))).toEqual(counted(298));
  expect(limits(await call(anasToken, '', { method: 'POST', body: '{' }))).toEqual(counted(297));
  expect(limits(await add(readOnlyToken))).toEqual(counted(299));
  expect(limits(await call(null))).toEqual(['"token";q=300;w=60', null, null, null, null]);
});

it('accepts 300 calls a minute with one token, and limits each token separately', async () => {
  const { callsAMinute } = EXTERNAL_LIMITS;
  const statuses: number[] = [];
  for (let done = 0; done < callsAMinute + 5; done += 61)
    statuses.push(
      ...(await Promise.all(Array.from({ length: 61 }, async () => (await call(anasToken)).status))),
    );
  expect(statuses.filter((status) => status === 200)).toHaveLength(callsAMinute);
  const { status, headers, body } = await call(anasToken);
  expect([status, body]).toMatchObject([429, { code: 'request.too-many', message: EXTERNAL_TEXT.tooMany }]);
  expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(Number(headers.get('ratelimit-reset')));
  expect((await call(readOnlyToken)).status).toBe(200);
});

it('looks up none of 500 mistyped tokens', async () => {
  for (let round = 0; round < 10; round++)
    await Promise.all(
      Array.from({ length: 50 }, async () => {
        const { status } = await call(newApiToken().replace(/.$/u, (last) => (last === 'z' ? 'y' : 'z')));
        expect(status).not.toBe(200);
      }),
    );
  expect(lookUps).toBe(0);
  const { rows } = await product.app.get(Pool).query('select * from edge.rate_limit');
  expect(rows).toEqual([]);
});

it('stops looking up unknown tokens of one IP address after the first failure above the limit of a minute', async () => {
  for (let tries = 0; tries < EXTERNAL_LIMITS.failuresAMinute; tries++)
    expect((await call(newApiToken())).status).toBe(401);
  const statuses = [await call(newApiToken()), await call(newApiToken()), await call(newApiToken())];
  expect(statuses.map(({ status }) => status)).toEqual([429, 429, 429]);
  expect(statuses[0]?.body).toMatchObject({ message: EXTERNAL_TEXT.tooManyFailures });
  expect(lookUps).toBe(EXTERNAL_LIMITS.failuresAMinute + 1);
});
