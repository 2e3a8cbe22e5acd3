import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { SafeHttp } from '#infrastructure/outgoing/safe-http.ts';
import { FixedClock } from '#infrastructure/testing/fixed-clock.ts';
import { testConfiguration } from '#infrastructure/testing/test-configuration.ts';
import { Breaker } from '#infrastructure/outgoing/breaker.ts';
import { PlatformHttp } from '../kit/platform-http.ts';
import { ScriptedServer } from '../testing/scripted-server.ts';
import { linkedinConnection } from './consent.ts';

const TOKEN = 'POST /token';
const PICTURE = 'https://media.licdn.com/dms/image/a1?e=1&v=beta&t=x';
const ACLS = 'GET /rest/organizationAcls';
const redirectUri = 'https://posthorn.example/api/connect/linkedin/callback';
const callback = { query: new URLSearchParams({ code: 'c1' }), verifier: 'v1', redirectUri };
const role = (id: number, name: string, key = 'organization') => ({
  [key]: `urn:li:organization:${String(id)}`,
  role: name,
  state: 'APPROVED',
});

let api: ScriptedServer;
let http: SafeHttp;
const connectionWith = (env: Record<string, string> = {}) =>
  linkedinConnection(
    new PlatformHttp(http, new Breaker()),
    new FixedClock(new Date('2030-01-01T12:00:00Z')),
    testConfiguration({
      LINKEDIN_CLIENT_ID: 'app',
      LINKEDIN_CLIENT_SECRET: 'secret',
      LINKEDIN_API_URL: api.url,
      LINKEDIN_TOKEN_URL: `${api.url}/token`,
      ...env,
    }),
  );
const scopesOf = (connection: ReturnType<typeof linkedinConnection>) =>
  new URL(connection.authorizeUrl({ state: 's', challenge: 'c', redirectUri })).searchParams.get('scope') ??
  '';

beforeAll(async () => {
  api = await ScriptedServer.start();
  http = new SafeHttp({ privateHosts: [{ host: 'localhost', port: api.port }] });
});
afterAll(() => Promise.all([api.close(), http.onApplicationShutdown()]));
beforeEach(() => {
  const scope = scopesOf(connectionWith()).replaceAll(' ', ',');
  api.setAnswers({
    [TOKEN]: { json: { access_token: 't1', expires_in: 5_184_000, scope } },
    'GET /v2/me': { json: { id: 'a1', localizedFirstName: 'Ana', localizedLastName: 'Alba' } },
    'GET /v2/userinfo': { json: { sub: 'a1', name: 'Ana Alba', picture: PICTURE } },
    [ACLS]: {
      json: {
        elements: [
          role(7, 'ADMINISTRATOR'),
          role(7, 'CONTENT_ADMINISTRATOR'),
          role(8, 'CONTENT_ADMINISTRATOR', 'organizationTarget'),
          role(9, 'ANALYST'),
        ],
      },
    },
    'GET /rest/organizations/7': { json: { localizedName: 'Ana Bakery', vanityName: 'ana-bakery' } },
    'GET /rest/organizations/8': { status: 403, json: { code: 'ACCESS_DENIED', message: 'no' } },
  });
});

it('always requests the same scopes, without PKCE', () => {
  const url = new URL(connectionWith().authorizeUrl({ state: 's', challenge: 'c', redirectUri }));
  expect(`${url.origin}${url.pathname}`).toBe('https://www.linkedin.com/oauth/v2/authorization');
  expect([...url.searchParams.keys()].sort()).toEqual(
    ['client_id', 'redirect_uri', 'response_type', 'scope', 'state'].sort(),
  );
});
it('returns the member and each organization on which the member may post', async () => {
  const { accounts } = await connectionWith().redeem(callback);
  expect(
    accounts.map(({ remoteId, accountName, displayName }) => [remoteId, accountName, displayName]),
  ).toEqual([
    ['urn:li:person:a1', 'Ana Alba', 'Ana Alba'],
    ['urn:li:organization:7', 'ana-bakery', 'Ana Bakery'],
    ['urn:li:organization:8', '8', null],
  ]);
  expect(accounts[1]?.credentials).toMatchObject({
    accessToken: 't1',
    refreshToken: null,
    expiresAt: '2030-03-02T12:00:00.000Z',
    author: 'urn:li:organization:7',
  });
  expect(api.requestsTo(ACLS)[0]?.headers['linkedin-version']).toBe('202609');
  // The calls that this app is allowed to make do not return pictures.
  expect(accounts.flatMap(({ picture }) => picture ?? [])).toEqual([]);
});
it('requests only the configured scopes', async () => {
  const connection = connectionWith({ LINKEDIN_SCOPES: 'openid profile w_member_social' });
  expect(scopesOf(connection)).toBe('openid profile w_member_social');
  api.addAnswers({ [TOKEN]: { json: { access_token: 't1', scope: 'openid,profile,w_member_social' } } });
  const { accounts } = await connection.redeem(callback);
  expect(accounts.map(({ remoteId }) => remoteId)).toEqual(['urn:li:person:a1']);
  expect(accounts[0]?.picture).toBe(PICTURE);
  expect(api.requestsTo(ACLS)).toEqual([]);
});
it('reports which permissions the user denied', async () => {
  api.addAnswers({ [TOKEN]: { json: { access_token: 't1', scope: 'r_basicprofile,w_member_social' } } });
  await expect(connectionWith().redeem(callback)).rejects.toMatchObject({
    code: 'integrations.scopes-missing',
    message: expect.stringContaining('w_organization_social, r_organization_social, rw_organization_admin'),
  });
});
it.each([
  [TOKEN, { status: 400, json: { error: 'invalid_request', error_description: 'Code expired' } }],
  ['GET /v2/me', { status: 426, json: { code: 'NONEXISTENT_VERSION', message: 'not active' } }],
])('throws ConsentFailed when LinkedIn refuses %s', async (request, response) => {
  api.addAnswers({ [request]: response });
  await expect(connectionWith().redeem(callback)).rejects.toMatchObject({
    code: 'integrations.consent-failed',
  });
});
