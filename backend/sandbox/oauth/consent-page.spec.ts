import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { LOCAL, SandboxUnderTest } from '../testing/sandbox-client.ts';
import { CLIENT } from './authorization-server.ts';

const sandbox = new SandboxUnderTest();
beforeEach(() => sandbox.start());
afterEach(() => sandbox.stop());

const CHALLENGE = createHash('sha256').update('v'.repeat(43)).digest('base64url');
const APP = 'http://localhost:3000';
const callbackOf = (app: string) => `${APP}/api/${app === 'linkedin' ? 'connect' : 'auth'}/${app}/callback`;
const REQUEST = {
  response_type: 'code',
  client_id: CLIENT.id,
  scope: 'one',
  state: 's"><b>&',
  code_challenge: CHALLENGE,
  code_challenge_method: 'S256',
};
const pathOf = (app: string, changes: Record<string, string | undefined> = {}) => {
  const query = new URLSearchParams({ ...REQUEST, redirect_uri: callbackOf(app) });
  for (const [name, value] of Object.entries(changes))
    if (value === undefined) query.delete(name);
    else query.set(name, value);
  return `/oauth/${app}?${query.toString()}`;
};
const answer = async (form: Record<string, string>, app = 'pinterest') => {
  const { status, headers } = await sandbox.call(LOCAL, pathOf(app), { form });
  return { status, back: new URL(headers.location ?? '') };
};

const APPS = ['facebook', 'threads', 'twitter', 'linkedin', 'tiktok', 'youtube', 'pinterest', 'snapchat'];

describe.each(APPS)('the consent page of %s', (app) => {
  it('is one plain form with the buttons allow and deny, which posts to the same URL', async () => {
    const { status, text, headers } = await sandbox.call(LOCAL, pathOf(app));
    expect(status).toBe(200);
    expect(headers['content-type']).toContain('text/html');
    expect(text.match(/<form\b[^>]*>/g)).toHaveLength(1);
    const [form = ''] = /<form\b[^>]*>/.exec(text) ?? [];
    expect(form).toContain('method="post"');
    expect(form).toContain(`action="/oauth/${app}?`);
    expect(text.match(/<button\b[^>]*>/g)?.map((button) => /name="(\w+)"/.exec(button)?.[1])).toEqual([
      'allow',
      'deny',
    ]);
    expect(text).not.toContain('<script');
    expect(text).not.toContain('"><b>');
    // The browser checks the redirect after the form against this policy.
    expect(headers['content-security-policy']).toContain(`form-action 'self' ${APP};`);
  });
  it.each([
    ['a different application', { client_id: 'somebody' }],
    ['a different response type', { response_type: 'token' }],
    ['no redirect URL', { redirect_uri: undefined }],
    ['a redirect URL that is not a page', { redirect_uri: 'javascript:alert(1)' }],
    ['a redirect URL on another host', { redirect_uri: `https://evil.example/api/auth/${app}/callback` }],
    ['a redirect URL that only begins like the registered one', { redirect_uri: `${callbackOf(app)}/more` }],
    [
      'a redirect URL in another spelling',
      { redirect_uri: callbackOf(app).replace('localhost', 'LOCALHOST') },
    ],
    ['the redirect URL of another application', { redirect_uri: callbackOf('demo') }],
    ['no scopes', { scope: '' }],
  ])('refuses %s and does not redirect', async (_what, changes) => {
    for (const form of [undefined, { allow: 'allow' }]) {
      const { status, headers } = await sandbox.call(LOCAL, pathOf(app, changes), form && { form });
      expect([status, headers.location]).toEqual([400, undefined]);
    }
  });
});

it('redirects back with a code and the state after the person allows access', async () => {
  const { status, back } = await answer({ allow: 'allow' });
  expect(status).toBe(303);
  expect(`${back.origin}${back.pathname}`).toBe(callbackOf('pinterest'));
  expect(back.searchParams.get('state')).toBe(REQUEST.state);
  expect(back.searchParams.get('code')).toMatch(/^[\w.-]+$/);
});
it('redirects back with an error and the state after the person denies access', async () => {
  const { status, back } = await answer({ deny: 'deny' });
  expect(status).toBe(303);
  expect(Object.fromEntries(back.searchParams)).toEqual({
    error: 'access_denied',
    error_description: expect.any(String),
    state: REQUEST.state,
  });
});
it('requires PKCE only if the platform requires it', async () => {
  for (const changes of [{ code_challenge: undefined }, { code_challenge_method: 'plain' }]) {
    expect((await sandbox.call(LOCAL, pathOf('twitter', changes))).status).toBe(400);
    expect((await sandbox.call(LOCAL, pathOf('pinterest', changes))).status).toBe(200);
  }
});
it('responds with 404 for an unknown application', async () => {
  expect((await sandbox.call(LOCAL, pathOf('nobody'))).status).toBe(404);
});
it('accepts only redirect URLs of the configured product', async () => {
  await sandbox.stop();
  await sandbox.start('https://posts.example/');
  const redirect_uri = 'https://posts.example/api/auth/pinterest/callback';
  expect((await sandbox.call(LOCAL, pathOf('pinterest', { redirect_uri }))).status).toBe(200);
  expect((await sandbox.call(LOCAL, pathOf('pinterest'))).status).toBe(400);
});
