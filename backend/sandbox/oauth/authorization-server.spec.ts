import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { Journal } from '../state/journal.ts';
import {
  AuthorizationServer,
  CLIENT,
  OAuthFault,
  type AuthorizationPolicy,
  type Tokens,
} from './authorization-server.ts';

const POLICY: AuthorizationPolicy = {
  app: 'demo',
  title: 'Demo',
  scopes: ['write'],
  pkce: 'required',
  codeSeconds: 60,
  accessSeconds: 3600,
  refreshSeconds: 86_400,
  rotates: true,
  separator: ' ',
};
const HOLDER = { account: 'ana', scopes: ['read', 'write'] };
const REDIRECT_URL = 'https://posts.example/callback';
const VERIFIER = 'v'.repeat(43);
const CHALLENGE = createHash('sha256').update(VERIFIER).digest('base64url');
const keys = { clientId: CLIENT.id, clientSecret: CLIENT.secret };

let folder: string;
let now: number;
let server: AuthorizationServer;

/** Creates a server from the journal, as the sandbox does at each start. */
function start(policy: Partial<AuthorizationPolicy> = {}): AuthorizationServer {
  const journal = new Journal(folder, () => now);
  const authorizationServer = new AuthorizationServer(
    { now: () => now, journal, secret: 'secret' },
    { ...POLICY, ...policy },
  );
  journal.load();
  return authorizationServer;
}
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'oauth-'));
  now = Date.parse('2030-01-01T12:00:00Z');
  server = start();
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const redeem = (code: string, changes: object = {}) =>
  server.redeem({ ...keys, code, redirectUri: REDIRECT_URL, verifier: VERIFIER, ...changes });
const connect = (): Tokens => redeem(server.issueCode(HOLDER, REDIRECT_URL, CHALLENGE));
const refresh = (token: string | null) => server.refresh({ ...keys, refreshToken: token ?? '' });
const passTime = (seconds: number) => (now += seconds * 1000);
function errorOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof OAuthFault) return error.error;
    throw error;
  }
  return 'none';
}

it('exchanges a code for tokens once, if client, redirect URL and verifier match', () => {
  const code = server.issueCode(HOLDER, REDIRECT_URL, CHALLENGE);
  expect(errorOf(() => redeem(code, { clientSecret: 'wrong' }))).toBe('invalid_client');
  expect(errorOf(() => redeem(code, { redirectUri: `${REDIRECT_URL}/` }))).toBe('invalid_grant');
  expect(errorOf(() => redeem(code, { verifier: 'w'.repeat(43) }))).toBe('invalid_grant');
  expect(errorOf(() => redeem(code, { verifier: null }))).toBe('invalid_grant');
  expect(errorOf(() => redeem(`${code}x`))).toBe('invalid_grant');
  const { accessToken } = redeem(code);
  expect(server.holderOf(accessToken)).toEqual(HOLDER);
  expect(errorOf(() => redeem(code))).toBe('invalid_grant');
});
it('expires a code, and does not accept one kind of token in place of another', () => {
  const code = server.issueCode(HOLDER, REDIRECT_URL, CHALLENGE);
  passTime(60);
  expect(errorOf(() => redeem(code))).toBe('invalid_grant');
  const { accessToken, refreshToken } = connect();
  expect(errorOf(() => redeem(accessToken))).toBe('invalid_grant');
  expect(errorOf(() => refresh(accessToken))).toBe('invalid_grant');
  expect(server.holderOf(refreshToken ?? '')).toBe('unknown');
});
it('does not require a verifier if the platform has no PKCE', () => {
  server = start({ pkce: 'none' });
  expect(errorOf(() => redeem(server.issueCode(HOLDER, REDIRECT_URL, null), { verifier: null }))).toBe(
    'none',
  );
});
it('accepts a rotating refresh token once, and issues the next one', () => {
  const first = connect();
  const second = refresh(first.refreshToken);
  expect(second.refreshToken).not.toBe(first.refreshToken);
  expect(errorOf(() => refresh(first.refreshToken))).toBe('invalid_grant');
  expect(server.holderOf(refresh(second.refreshToken).accessToken)).toEqual(HOLDER);
});
it('returns the same refresh token until it expires, if it does not rotate', () => {
  server = start({ rotates: false });
  const { refreshToken } = connect();
  expect(refresh(refreshToken).refreshToken).toBe(refreshToken);
  passTime(86_399);
  expect(refresh(refreshToken).refreshToken).toBe(refreshToken);
  passTime(1);
  expect(errorOf(() => refresh(refreshToken))).toBe('invalid_grant');
});
it('does not issue a refresh token if the platform has none', () => {
  server = start({ refreshSeconds: null });
  expect(connect().refreshToken).toBeNull();
});
it('distinguishes expired, revoked and unknown access tokens', () => {
  const { accessToken } = connect();
  passTime(3600);
  expect(server.holderOf(accessToken)).toBe('expired');
  expect(server.holderOf('nonsense')).toBe('unknown');
  expect(server.holderOf(`${accessToken.slice(0, -2)}xx`)).toBe('unknown');
  server.end('ana', 'revoke');
  expect(server.holderOf(accessToken)).toBe('revoked');
});
it('expires access tokens early, and revokes all tokens except those of later consents', () => {
  const { accessToken, refreshToken } = connect();
  server.end('ana', 'expire');
  expect(server.holderOf(accessToken)).toBe('expired');
  passTime(1);
  const renewed = refresh(refreshToken);
  expect(server.holderOf(renewed.accessToken)).toEqual(HOLDER);
  server.revokeToken(renewed.refreshToken ?? '');
  expect(server.holderOf(renewed.accessToken)).toBe('revoked');
  expect(errorOf(() => refresh(renewed.refreshToken))).toBe('invalid_grant');
  passTime(1);
  expect(server.holderOf(connect().accessToken)).toEqual(HOLDER);
  expect(() => {
    server.revokeToken('nonsense');
  }).not.toThrow();
});
it('keeps valid, used and revoked tokens apart across a restart', () => {
  const code = server.issueCode(HOLDER, REDIRECT_URL, CHALLENGE);
  const first = redeem(code);
  const second = refresh(first.refreshToken);
  server = start();
  expect(server.holderOf(second.accessToken)).toEqual(HOLDER);
  expect(errorOf(() => redeem(code))).toBe('invalid_grant');
  expect(errorOf(() => refresh(first.refreshToken))).toBe('invalid_grant');
  expect(errorOf(() => refresh(second.refreshToken))).toBe('none');
  server.end('ana', 'revoke');
  server = start();
  expect(server.holderOf(second.accessToken)).toBe('revoked');
});
it('lists only the tokens that are still valid, even after a restart', () => {
  const first = connect();
  const second = refresh(first.refreshToken);
  const liveKinds = () =>
    server
      .live()
      .map(({ kind }) => kind)
      .sort();
  // After a rotation, the old refresh token is invalid. The old access token stays valid until it expires.
  expect(liveKinds()).toEqual(['access', 'access', 'refresh']);
  server = start();
  passTime(3600);
  expect(liveKinds()).toEqual(['refresh']);
  server.revokeToken(second.refreshToken ?? '');
  expect(liveKinds()).toEqual([]);
  passTime(1);
  connect();
  server.end('ana', 'expire');
  expect(liveKinds()).toEqual(['refresh']);
});
it('lists a refresh token that does not rotate only once', () => {
  server = start({ rotates: false });
  const { refreshToken } = connect();
  refresh(refreshToken);
  expect(server.live().map(({ kind }) => kind)).toEqual(['refresh', 'access', 'access']);
});
it('refuses tokens of another application', () => {
  const { accessToken } = connect();
  expect(start({ app: 'other' }).holderOf(accessToken)).toBe('unknown');
});
