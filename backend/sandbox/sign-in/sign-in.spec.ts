import { createHash, createPublicKey, createVerify, type JsonWebKey } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { CLIENT } from '../oauth/authorization-server.ts';
import { LOCAL, SandboxUnderTest } from '../testing/sandbox-client.ts';
import { SIGN_IN_POLICIES } from './sign-in-provider.ts';

const sandbox = new SandboxUnderTest();
beforeEach(() => sandbox.start());
afterEach(() => sandbox.stop());

const VERIFIER = 'v'.repeat(43);
const QUERY = {
  response_type: 'code',
  client_id: CLIENT.id,
  scope: 'openid email',
  state: 's"><b>&',
  nonce: 'n-1',
  code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
  code_challenge_method: 'S256',
};
type Answer = Readonly<{ id_token: string; error?: string }>;

describe.each(SIGN_IN_POLICIES)('$provider', ({ provider, host }) => {
  const redirectUri = `http://localhost:3000/api/auth/${provider}/callback`;
  const page = (changes: Record<string, string | undefined> = {}) => {
    const query = new URLSearchParams({ ...QUERY, redirect_uri: redirectUri });
    for (const [name, value] of Object.entries(changes))
      if (value === undefined) query.delete(name);
      else query.set(name, value);
    return `/sign-in/${provider}?${query.toString()}`;
  };
  const choose = async (form: Record<string, string>, changes: Record<string, string | undefined> = {}) => {
    const { status, headers } = await sandbox.call(LOCAL, page(changes), { form });
    return { status, location: headers.location === undefined ? null : new URL(headers.location) };
  };
  const redeem = async (code: string, changes: Record<string, string> = {}) => {
    const grant = {
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirectUri,
      code_verifier: VERIFIER,
    };
    const form = { ...grant, client_id: CLIENT.id, client_secret: CLIENT.secret, ...changes };
    const { status, json } = await sandbox.call(host, '/token', { form });
    return { status, body: json as Answer };
  };
  const codeOf = async (account = 'ana') =>
    (await choose({ account })).location?.searchParams.get('code') ?? '';

  it('publishes its configuration, with a sign-in page that browsers can open', async () => {
    const { json } = await sandbox.call(host, '/.well-known/openid-configuration');
    expect(json).toMatchObject({
      issuer: `https://${host}`,
      authorization_endpoint: `http://localhost:${String(sandbox.port)}/sign-in/${provider}`,
      token_endpoint: `https://${host}/token`,
    });
  });
  it('offers a choice of people, another account, and a way to refuse', async () => {
    const { status, text, headers } = await sandbox.call(LOCAL, page());
    expect(status).toBe(200);
    expect(headers['content-security-policy']).toContain(`form-action 'self' http://localhost:3000;`);
    for (const words of [`Ana Sandbox (ana@${provider}.example)`, 'Ben Sandbox', 'Another account', 'Cancel'])
      expect(text).toContain(words);
    expect(text).not.toContain('"><b>');
  });
  it('signs a person in with a token that the product can check', async () => {
    const { status, location } = await choose({ account: ' Ana.Lima! ' });
    expect(status).toBe(303);
    expect(`${String(location?.origin)}${String(location?.pathname)}`).toBe(redirectUri);
    expect(location?.searchParams.get('state')).toBe(QUERY.state);
    const { body } = await redeem(location?.searchParams.get('code') ?? '');
    const [header = '', payload = '', signature = ''] = body.id_token.split('.');
    const { json } = await sandbox.call(host, '/keys');
    const [key] = (json as { keys: [JsonWebKey] }).keys;
    const verified = createVerify('RSA-SHA256')
      .update(`${header}.${payload}`)
      .verify(createPublicKey({ key, format: 'jwk' }), signature, 'base64url');
    expect(verified).toBe(true);
    expect(JSON.parse(Buffer.from(payload, 'base64url').toString())).toMatchObject({
      iss: `https://${host}`,
      aud: CLIENT.id,
      nonce: 'n-1',
      email: `ana.lima@${provider}.example`,
      email_verified: provider === 'google' ? true : 'true',
    });
  });
  it('issues each person a different subject, which stays the same', async () => {
    const subjects = await Promise.all(
      ['ana', 'ana', 'ben'].map(async (account) => {
        const { body } = await redeem(await codeOf(account));
        const payload = Buffer.from(body.id_token.split('.')[1] ?? '', 'base64url').toString();
        return (JSON.parse(payload) as { sub: string }).sub;
      }),
    );
    expect(subjects[0]).toBe(subjects[1]);
    expect(subjects[2]).not.toBe(subjects[0]);
  });
  it('redirects the browser back when the person refuses', async () => {
    const { location } = await choose({ deny: 'deny' });
    expect(location?.searchParams.get('error')).toBe('access_denied');
    expect(location?.searchParams.get('state')).toBe(QUERY.state);
  });
  it('accepts a code once, for a minute, with the right verifier, redirect URL and secret', async () => {
    const code = await codeOf();
    for (const changes of [
      { code_verifier: 'x' },
      { redirect_uri: `${redirectUri}/more` },
      { code: `${code}x` },
    ])
      expect(await redeem(code, changes)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    expect((await redeem(code, { client_secret: 'x' })).status).toBe(401);
    expect((await redeem(code)).status).toBe(200);
    expect((await redeem(code)).status).toBe(400);
    const expired = await codeOf();
    sandbox.now += 61_000;
    expect((await redeem(expired)).status).toBe(400);
  });
  it.each([
    ['a different application', { client_id: 'other' }],
    ['a different response type', { response_type: 'token' }],
    ['a redirect URL on another site', { redirect_uri: 'https://evil.example/callback' }],
    ['a scope without openid', { scope: 'email' }],
    ['a different challenge method', { code_challenge_method: 'plain' }],
  ])('refuses %s and does not redirect', async (_what, changes) => {
    expect((await sandbox.call(LOCAL, page(changes))).status).toBe(400);
    expect(await choose({ account: 'ana' }, changes)).toEqual({ status: 400, location: null });
  });
  it('refuses a name without letters and digits', async () => {
    expect((await choose({ account: '!' })).status).toBe(400);
  });
});
it('refuses a code at another provider', async () => {
  const [google, linkedin] = SIGN_IN_POLICIES;
  const query = new URLSearchParams({
    ...QUERY,
    redirect_uri: 'http://localhost:3000/api/auth/google/callback',
  });
  const { headers } = await sandbox.call(LOCAL, `/sign-in/google?${query.toString()}`, {
    form: { account: 'ana' },
  });
  const form = {
    grant_type: 'authorization_code',
    code: new URL(headers.location ?? '').searchParams.get('code') ?? '',
    redirect_uri: query.get('redirect_uri') ?? '',
    code_verifier: VERIFIER,
    client_id: CLIENT.id,
    client_secret: CLIENT.secret,
  };
  expect((await sandbox.call(linkedin?.host ?? '', '/token', { form })).status).toBe(400);
  expect((await sandbox.call(google?.host ?? '', '/token', { form })).status).toBe(200);
});
it('has no page for an unknown provider', async () => {
  expect((await sandbox.call(LOCAL, '/sign-in/other')).status).toBe(404);
});
