import { CONNECT_TEXT } from '@posthorn/contracts/integrations/connect-text';
import { MASTODON_SCOPES } from '@posthorn/contracts/integrations/mastodon-scopes';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { SafeHttp } from '#infrastructure/outgoing/safe-http.ts';
import { FixedClock } from '#infrastructure/testing/fixed-clock.ts';
import { Breaker } from '#infrastructure/outgoing/breaker.ts';
import type { ServerApp, ServerApps } from '../../contract/server-apps.ts';
import { PlatformHttp } from '../../kit/platform-http.ts';
import { ScriptedServer, type ScriptedReply, type ScriptedAnswer } from '../../testing/scripted-server.ts';
import { MastodonClient } from '../client/client.ts';
import { MastodonConsent } from './consent.ts';
import { mastodonConnector } from '../mastodon.connector.ts';
import { readMetadata } from '../client/server-metadata.ts';

const noon = new Date('2030-01-01T12:00:00Z');
const METADATA = 'GET /.well-known/oauth-authorization-server';
const APPS = 'POST /api/v1/apps';
const TOKEN = 'POST /oauth/token';
const VERIFY = 'GET /api/v1/accounts/verify_credentials';
const REVOKE = 'POST /oauth/revoke';
const SCOPE = MASTODON_SCOPES.join(' ');
const redirectUri = 'https://posthorn.example/api/auth/mastodon/callback/localhost';
const request = { state: 's', challenge: 'c', redirectUri };
const callback = { query: new URLSearchParams({ code: 'code1', state: 's' }), verifier: 'v', redirectUri };
const unknownApp: ScriptedReply = {
  status: 401,
  json: { error: 'invalid_client', error_description: 'Unknown' },
};
const tokenReply = (scope = SCOPE): ScriptedReply => ({
  json: { access_token: 't1', token_type: 'Bearer', scope },
});

/** Stores applications in memory, instead of the vault. */
class MemoryApps implements ServerApps {
  readonly kept = new Map<string, ServerApp>();
  find(name: string) {
    return Promise.resolve(this.kept.get(name) ?? null);
  }
  keep(name: string, app: ServerApp) {
    const first = this.kept.get(name) ?? app;
    this.kept.set(name, first);
    return Promise.resolve(first);
  }
  forget(name: string, { id }: ServerApp) {
    if (this.kept.get(name)?.id === id) this.kept.delete(name);
    return Promise.resolve();
  }
}

let instance: ScriptedServer;
let http: SafeHttp;
let platform: PlatformHttp;
let apps: MemoryApps;
let consent: MastodonConsent;
let registered: number;

beforeAll(async () => {
  instance = await ScriptedServer.start();
  http = new SafeHttp({ privateHosts: [{ host: 'localhost', port: instance.port }] });
});
afterAll(async () => {
  await Promise.all([instance.close(), http.onApplicationShutdown()]);
});
beforeEach(() => {
  registered = 0;
  apps = new MemoryApps();
  platform = new PlatformHttp(http, new Breaker());
  consent = new MastodonConsent(platform, new FixedClock(noon), apps);
  instance.setAnswers({
    [METADATA]: { json: { code_challenge_methods_supported: ['S256'] } },
    [APPS]: () => ({ json: { client_id: `id${String(++registered)}`, client_secret: 'secret1' } }),
    [TOKEN]: tokenReply(),
    [VERIFY]: { json: { id: '42', username: 'ana', display_name: 'Ana' } },
  });
});

const prepare = () => consent.prepare(instance.url, redirectUri);
const consentUrl = async () => new URL((await prepare()).authorizeUrl(request));
const redeem = async () => consent.redeem((await prepare()).about, callback);
const formOf = ({ body }: { body: Buffer }) => Object.fromEntries(new URLSearchParams(body.toString()));

describe("before the server's consent page", () => {
  it('registers an application once, with the required scopes', async () => {
    const url = await consentUrl();
    expect(`${url.origin}${url.pathname}`).toBe(`${instance.url}/oauth/authorize`);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      response_type: 'code',
      client_id: 'id1',
      redirect_uri: redirectUri,
      scope: SCOPE,
      state: 's',
      code_challenge: 'c',
      code_challenge_method: 'S256',
    });
    expect(instance.requestsTo(APPS)[0]?.json()).toEqual({
      client_name: 'Posthorn',
      redirect_uris: redirectUri,
      scopes: SCOPE,
      website: 'https://posthorn.example',
    });
    expect((await consentUrl()).searchParams.get('client_id')).toBe('id1');
    expect(instance.requestsTo(APPS)).toHaveLength(1);
  });
  it('registers another application for another redirect URL', async () => {
    await prepare();
    await consent.prepare(instance.url, `${redirectUri}2`);
    expect(instance.requestsTo(APPS)).toHaveLength(2);
  });
  it('registers a new application if the server has deleted the old one', async () => {
    await prepare();
    instance.addAnswers({ [TOKEN]: unknownApp });
    expect((await consentUrl()).searchParams.get('client_id')).toBe('id2');
    expect(apps.kept.size).toBe(1);
    expect(instance.requestsTo(APPS)).toHaveLength(2);
  });
  it.each<[string, ScriptedAnswer]>([
    ['an unknown scope', { status: 400, json: { error: 'invalid_scope' } }],
    ['an HTML page', { status: 403, text: '<html>no</html>' }],
    ['a server error', { status: 500, text: '' }],
  ])('keeps the application if the server responds to the check with %s', async (_what, response) => {
    await prepare();
    instance.addAnswers({ [TOKEN]: response });
    expect((await consentUrl()).searchParams.get('client_id')).toBe('id1');
  });
  it.each<[string, ScriptedAnswer]>([
    ['no metadata', { status: 404, json: { error: 'Not found' } }],
    ['an HTML page', { text: '<html>hello</html>' }],
    ['a redirect', { status: 302, headers: { location: 'https://evil.example/' } }],
    ['without the method S256', { json: { code_challenge_methods_supported: ['plain'] } }],
    ['of the wrong type', { json: { code_challenge_methods_supported: { S256: true } } }],
    ['a list', { json: [] }],
  ])('sends neither challenge nor verifier if the metadata is %s', async (_what, response) => {
    instance.addAnswers({ [METADATA]: response });
    expect((await consentUrl()).searchParams.has('code_challenge')).toBe(false);
    await redeem();
    expect(formOf(instance.requestsTo(TOKEN).at(-1) ?? { body: Buffer.of() })).not.toHaveProperty(
      'code_verifier',
    );
  });
  it.each([
    'https://evil.example/oauth/authorize',
    'javascript:alert(1)//',
    'data:text/html,hello',
    '/oauth/authorize',
    `https://evil.example/${'a'.repeat(3000)}`,
  ])("does not send the user's browser to the URL %.40s in the metadata", async (endpoint) => {
    instance.addAnswers({ [METADATA]: { json: { authorization_endpoint: endpoint } } });
    const { authorizeUrl } = await readMetadata(new MastodonClient(platform), instance.url, false);
    expect(authorizeUrl).toBe(`${instance.url}/oauth/authorize`);
  });
  it('uses a consent page at the origin of the server, and keeps its query', async () => {
    const endpoint = `${instance.url}/login?for=apps`;
    instance.addAnswers({ [METADATA]: { json: { authorization_endpoint: endpoint } } });
    const url = await consentUrl();
    expect([url.pathname, url.searchParams.get('for'), url.searchParams.get('state')]).toEqual([
      '/login',
      'apps',
      's',
    ]);
  });
  it.each<[string, ScriptedAnswer, string]>([
    ['no response', 'drop', 'serverUnreachable'],
    ['a server error', { status: 503, text: 'later' }, 'serverUnreachable'],
    ['an HTML page', { text: '<html>hello</html>' }, 'notMastodon'],
    ['a response that is too large', { text: `"${'a'.repeat(300_000)}"` }, 'notMastodon'],
    ['a redirect', { status: 301, headers: { location: 'https://evil.example/' } }, 'notMastodon'],
    ['an unsupported call', { status: 404, json: { error: 'Not found' } }, 'notMastodon'],
    ['no client id', { json: { client_id: 7 } }, 'notMastodon'],
    ['a huge client id', { json: { client_id: 'a'.repeat(600), client_secret: 's' } }, 'notMastodon'],
    ['a list', { json: [] }, 'notMastodon'],
    ['a refusal', { status: 422, json: { error: 'Validation failed' } }, 'noAppsThere'],
    ['a forbidden call', { status: 403, json: { error: 'Forbidden' } }, 'noAppsThere'],
  ])('throws a message for the user after %s', async (_what, response, text) => {
    instance.addAnswers({ [APPS]: response });
    const { host } = new URL(instance.url);
    const sentence = CONNECT_TEXT[text as 'notMastodon'](host);
    await expect(prepare()).rejects.toThrow(sentence);
    expect(apps.kept.size).toBe(0);
  });
  it('throws a message for the user if SafeHttp refuses the URL', async () => {
    await expect(consent.prepare('http://127.0.0.1:1', redirectUri)).rejects.toThrow(
      CONNECT_TEXT.serverUnreachable('127.0.0.1:1'),
    );
    expect(instance.requests).toEqual([]);
  });
});

describe('after the consent', () => {
  it('exchanges the code with the verifier, and finds the same account as with an access token', async () => {
    const { accounts } = await redeem();
    expect(formOf(instance.requestsTo(TOKEN)[0] ?? { body: Buffer.of() })).toEqual({
      grant_type: 'authorization_code',
      code: 'code1',
      redirect_uri: redirectUri,
      scope: SCOPE,
      code_verifier: 'v',
      client_id: 'id1',
      client_secret: 'secret1',
    });
    const connector = mastodonConnector(platform, new FixedClock(noon));
    const byForm = await connector.connect({ kind: 'token', server: instance.url, token: 't1' });
    const grant = { id: 'id1', secret: 'secret1', token: 't1' };
    expect(accounts).toEqual([{ ...byForm, credentials: { ...byForm.credentials, grant } }]);
  });
  it.each([['read write'], [''], [`profile ${SCOPE}`]])('accepts the scopes "%s"', async (scope) => {
    instance.addAnswers({ [TOKEN]: tokenReply(scope) });
    expect((await redeem()).accounts).toHaveLength(1);
  });
  it.each([['read'], ['read write:statuses'], ['read:accounts write']])(
    'refuses the scopes "%s"',
    async (scope) => {
      instance.addAnswers({ [TOKEN]: tokenReply(scope) });
      await expect(redeem()).rejects.toMatchObject({ code: 'integrations.scopes-missing' });
    },
  );
  it('replaces an application that the server no longer knows at the next attempt', async () => {
    const { about } = await prepare();
    instance.addAnswers({ [TOKEN]: unknownApp });
    const failed = consent.redeem(about, callback);
    await expect(failed).rejects.toMatchObject({ code: 'integrations.consent-failed' });
    expect(apps.kept.size).toBe(0);
    await prepare();
    expect(instance.requestsTo(APPS)).toHaveLength(2);
  });
  it.each<[string, ScriptedAnswer]>([
    ['a used code', { status: 400, json: { error: 'invalid_grant' } }],
    ['an HTML page', { text: '<html>hello</html>' }],
    ['no token', { json: { access_token: ['t1'] } }],
  ])('keeps the application after %s, and does not connect an account', async (_what, response) => {
    const { about } = await prepare();
    instance.addAnswers({ [TOKEN]: response });
    await expect(consent.redeem(about, callback)).rejects.toMatchObject({
      code: 'integrations.consent-failed',
    });
    expect(apps.kept.size).toBe(1);
  });
  it("removes secrets from the server's message", async () => {
    instance.addAnswers({ [APPS]: { json: { client_id: 'id1', client_secret: 'a-longer-secret' } } });
    const { about } = await prepare();
    const json = { error: 'no', error_description: 'a-longer-secret is wrong' };
    instance.addAnswers({ [TOKEN]: { status: 400, json } });
    await expect(consent.redeem(about, callback)).rejects.toThrow(/: … is wrong$/u);
  });
});

describe('a disconnect', () => {
  const connector = () => mastodonConnector(platform, new FixedClock(noon));

  it('revokes the token of a consent with its application', async () => {
    const [account] = (await redeem()).accounts;
    instance.addAnswers({ [REVOKE]: { json: {} } });
    await connector().disconnect(account?.credentials ?? {});
    expect(instance.requestsTo(REVOKE)[0]?.json()).toEqual({
      client_id: 'id1',
      client_secret: 'secret1',
      token: 't1',
    });
  });
  it('treats a token that is already revoked as revoked', async () => {
    const [account] = (await redeem()).accounts;
    instance.addAnswers({ [REVOKE]: { status: 401, json: { error: 'The access token was revoked' } } });
    expect(await connector().disconnect(account?.credentials ?? {})).toBe(true);
  });
  it('does not revoke a token that the user created and entered', async () => {
    await connector().disconnect({ server: instance.url, token: 't1', accountId: '42' });
    expect(instance.requests).toEqual([]);
  });
});
