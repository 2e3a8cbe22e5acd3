import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ErrorReply } from '@posthorn/contracts/shared/call';
import type { UploadReply } from '@posthorn/contracts/shared/media.http';
import type { PostView } from '@posthorn/contracts/scheduling/posts.http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { newestLink } from './browserless-client.ts';
import { answerConsent, Creator } from './creator.ts';
import { eventually } from './eventually.ts';
import { allRows, recordedEvents } from './kept-data.ts';
import { startProduct, type Product } from './product.ts';
import { SandboxControl } from './sandbox-control.ts';

// These values occur nowhere else, so each place that contains one is a leak.
const SECRETS = {
  appPassword: 'cnry-aaaa-bbbb-cccc',
  refusedAppPassword: 'badc-nary-dddd-eeee',
  accessToken: 'canary-token-5f1c9a',
  refusedAccessToken: 'bad-canary-token-77',
};
const PERSONAL = {
  text: 'Canary words of a post',
  edited: 'Canary words after the edit',
  title: 'Canary title',
  hashtag: 'canaryhashtag',
  altText: 'Canary on a perch',
  fileName: 'canary-in-the-sun.jpg',
  email: 'canary.person@leak.example',
  handle: 'canary-person.sandbox.test',
  firstName: 'Canariella',
};

let product: Product;
let ana: Creator;
/**
 * The body and the headers of each response that `send` received, under its method and path.
 * The response that signs Ana in is not among them, because it must contain her session.
 */
const responses = new Map<string, string>();
const secrets: Record<string, string> = { ...SECRETS };

beforeAll(async () => {
  product = await startProduct({ embedded: true, fast: true, env: { LOG_LEVEL: 'debug' } });
  ana = await Creator.signedIn(product, PERSONAL.email);
  const link = await newestLink(product.dataDir, PERSONAL.email);
  secrets['signInToken'] = new URL(link).searchParams.get('token') ?? '';
  secrets['session'] = /__Host-session=([^;]+)/u.exec(ana.client.cookieHeader)?.[1] ?? '';
  const { password } = new URL(await product.databaseUrl());
  secrets['databasePassword'] = password;
  const keys = await readFile(join(product.dataDir, 'encryption-keys'), 'utf8');
  secrets['encryptionKey'] = keys.trim().split(':').at(-1) ?? '';
  await sendAllRequests();
});
afterAll(() => product.close());

async function send(method: string, path: string, body?: unknown, headers?: Record<string, string>) {
  const response = await ana.client.call<never>(method, path, body, headers);
  responses.set(`${method} ${path}`, `${response.text}\n${JSON.stringify([...response.headers])}`);
  return response;
}

/** Sends all kinds of requests with the secrets, including wrong requests, because errors often leak secrets. */
async function sendAllRequests(): Promise<void> {
  const sandbox = new SandboxControl(product.sandboxUrl);
  const connect = '/api/auth/bluesky/connect';
  const { handle } = PERSONAL;
  await send('POST', connect, { handle, appPassword: SECRETS.refusedAppPassword });
  await send('POST', connect, { handle, appPassword: SECRETS.appPassword });
  await send('POST', connect, { handle, appPassword: SECRETS.appPassword });
  const instance = 'https://mastodon.sandbox.test';
  const mastodon = '/api/auth/mastodon/connect';
  await send('POST', mastodon, { instance, accessToken: SECRETS.refusedAccessToken });
  await send('POST', mastodon, { instance, accessToken: SECRETS.accessToken });
  await connectByConsent();
  await ana.consent('/api/auth/instagram-login', { account: 'canary' });
  // Users paste the token into the wrong field.
  await send('POST', mastodon, { instance: SECRETS.accessToken, accessToken: SECRETS.accessToken });
  await send('POST', '/api/posts', { content: '', appPassword: SECRETS.appPassword });
  await send('GET', `/api/login/verify?token=${secrets['signInToken'] ?? ''}`);
  await send('POST', '/api/login/verify', { token: secrets['signInToken'] });

  const { body: user } = await ana.client.get<{ id: string }>('/api/auth/user');
  await send('PATCH', `/api/users/${user.id}`, { firstName: PERSONAL.firstName, lastName: 'Canary' });
  const { body: upload } = await ana.client.post<UploadReply>('/api/upload-multiple', await photo());
  const { body: accounts } = await ana.client.get<readonly { id: number }[]>('/api/connected-accounts');
  const postRequest = {
    content: PERSONAL.text,
    title: PERSONAL.title,
    hashtags: `#${PERSONAL.hashtag}`,
    mediaFiles: [{ mediaUrl: upload.files[0]?.mediaUrl, altText: PERSONAL.altText }],
    scheduledFor: new Date(Date.now() + 3_600_000).toISOString(),
    selectedAccountIds: accounts.map(({ id }) => id),
  };
  const { body: post } = await ana.client.post<PostView>('/api/posts', postRequest);
  for (const platform of ['bluesky', 'mastodon']) {
    for (const fault of ['http500', 'html', 'revoked', 'dropAfterAccept'] as const) {
      await sandbox.fault(platform, fault);
    }
  }
  await send('PUT', `/api/posts/${String(post.id)}`, {
    ...postRequest,
    content: PERSONAL.edited,
    scheduledFor: new Date().toISOString(),
  });
  await eventually(async () => {
    const { targets } = await ana.post(post.id);
    const open = targets.filter(
      ({ status, problem }) =>
        !['posted', 'failed', 'unknown'].includes(status) && problem?.code !== 'reconnect',
    );
    expect(open).toEqual([]);
  }, 60);
  for (const path of ['', '/history', '/history/export'])
    await send('GET', `/api/posts/${String(post.id)}${path}`);
  for (const path of ['auth/user', 'auth/sessions', 'connected-accounts', 'posts', 'app', 'user/timezone']) {
    await send('GET', `/api/${path}`);
  }
  for (const path of ['/metrics', '/health/ready', '/health/live']) await send('GET', path);
}

/** Connects Mastodon on a consent page, and adds the secrets of that flow. */
async function connectByConsent(): Promise<void> {
  const authorize = '/api/auth/mastodon/authorize';
  const { body } = await ana.client.post<{ url: string }>(authorize, { instance: 'mastodon.sandbox.test' });
  const { pathname, search, searchParams } = await answerConsent(new URL(body.url), { account: 'canary' });
  const callback = `${pathname}${search}`;
  const first = await send('GET', callback);
  // The product stores the response for a minute: a browser can send the callback twice.
  const again = await send('GET', callback);
  expect(again.headers.get('location')).toContain('connected=mastodon');
  expect(again.headers.get('location')).toBe(first.headers.get('location'));
  // The spec does not search these two responses: their own URL contains the code of the consent.
  responses.delete(`GET ${callback}`);
  const journal = await readFile(join(product.dataDir, 'sandbox/journal.ndjson'), 'utf8');
  secrets['applicationSecret'] = /"secret":"([\w-]{43})"/u.exec(journal)?.[1] ?? '';
  secrets['codeOfConsent'] = searchParams.get('code') ?? '';
}

describe('a secret', () => {
  it('was used in requests and is stored', async () => {
    for (const secret of Object.values(secrets)) expect(secret.length).toBeGreaterThan(15);
    const rows = await allRows(product);
    expect(rows.get('integrations.credential')?.length).toBeGreaterThanOrEqual(4);
    expect(rows.get('integrations.server_app')).toHaveLength(1);
    expect(rows.get('identity.session')).toHaveLength(1);
    expect(responses.get('POST /api/auth/bluesky/connect')).toContain('"already":true');
  });
  it('is not in any row of the database', async () => {
    const found: string[] = [];
    for (const [table, rows] of await allRows(product)) {
      for (const name of leaks(rows.join('\n'), secrets)) found.push(`${name} in ${table}`);
      // Sessions of the sandbox are signed tokens. The spec cannot know these tokens, so it searches for their form.
      if (/eyJ[\w-]{8,}\.eyJ/u.test(rows.join('\n'))) found.push(`a token in ${table}`);
    }
    expect(found).toEqual([]);
  });
  it('is not in any event', async () => {
    const text = (await recordedEvents(product)).map((event) => event.text).join('\n');
    expect(leaks(text, secrets)).toEqual([]);
    expect(text).not.toMatch(/eyJ[\w-]{8,}\.eyJ/u);
  });
  it('is not in the output of the product', () => {
    const lines = product.output().split('\n');
    const found = lines.flatMap((line) => leaks(line, secrets).map((name) => `${name} in ${line}`));
    // Without a mail server, the product prints the link in the terminal.
    expect(found).toEqual([expect.stringMatching(/^signInToken in Sign-in link for \S+: \S+$/u)]);
    expect(product.output()).not.toMatch(/eyJ[\w-]{8,}\.eyJ/u);
  });
  it('is not in any response', () => {
    expect(responses.size).toBeGreaterThan(15);
    const found = [...responses].flatMap(([call, text]) =>
      leaks(text, secrets).map((name) => `${name} in ${call}`),
    );
    expect(found).toEqual([]);
  });
  it('is not in any file, except those that must contain it', async () => {
    // The sandbox acts as the platforms, so its files contain what the product sent to them.
    const allowedFiles = [
      ...['sandbox', 'postgres/connection.json', 'postgres/password', 'postgres/server-password'],
      'encryption-keys',
    ];
    const files = await readdir(product.dataDir, { recursive: true, withFileTypes: true });
    const found: string[] = [];
    for (const file of files.filter((entry) => entry.isFile())) {
      const path = join(file.parentPath, file.name);
      const name = path.slice(product.dataDir.length + 1);
      if (allowedFiles.some((allowed) => name.startsWith(allowed))) continue;
      const bytes = await readFile(path, 'latin1').catch(() => '');
      for (const leak of leaks(bytes, secrets)) found.push(`${leak} in ${name}`);
    }
    expect(found).toEqual([expect.stringMatching(/^signInToken in outbox\/[^/]+\.eml$/u)]);
  });
});

describe('what a person wrote', () => {
  it('is in responses to its author', () => {
    const posts = responses.get('GET /api/posts') ?? '';
    for (const word of ['edited', 'title', 'hashtag', 'altText', 'fileName'] as const) {
      expect(posts).toContain(PERSONAL[word]);
    }
    expect(responses.get('GET /api/auth/user')).toContain(PERSONAL.firstName);
  });
  it('is not in plain text in the event log', async () => {
    const events = await recordedEvents(product);
    expect(events.map(({ type }) => type)).toEqual(
      expect.arrayContaining([
        'UserRegistered',
        'UserRenamed',
        'AccountConnected',
        'PostScheduled',
        'PostEdited',
      ]),
    );
    const found = events.flatMap(({ type, text }) =>
      leaks(text, PERSONAL).map((name) => `${name} in ${type}`),
    );
    expect(found).toEqual([]);
  });
  it('is not in the output or the metrics of the product', () => {
    const { text, edited, title, hashtag, altText, firstName } = PERSONAL;
    const words = { text, edited, title, hashtag, altText, firstName };
    expect(leaks(product.output(), words)).toEqual([]);
    expect(leaks(responses.get('GET /metrics') ?? '', PERSONAL)).toEqual([]);
    expect(leaks(responses.get('GET /health/ready') ?? '', PERSONAL)).toEqual([]);
  });
  it('is not in plain text in the export of a post’s history', () => {
    const exported = [...responses].find(([call]) => call.endsWith('/history/export'))?.[1] ?? '';
    expect(exported).toContain('"manifest":1');
    expect(leaks(exported, PERSONAL)).toEqual([]);
  });
});

it('refuses a session cookie with the hash from the database instead of the token', async () => {
  const [row = ''] = (await allRows(product)).get('identity.session') ?? [];
  const hash = /\\x([0-9a-f]{64})/u.exec(row)?.[1] ?? '';
  expect(hash).not.toBe('');
  for (const stolen of [hash, Buffer.from(hash, 'hex').toString('base64url')]) {
    const reply = await fetch(`${product.url}/api/auth/user`, {
      headers: { cookie: `__Host-session=${stolen}` },
    });
    expect(reply.status).toBe(401);
    expect(((await reply.json()) as ErrorReply).code).toBe('identity.signed-out');
  }
});

/** Returns the names of the words that a text contains, plain or encoded. */
function leaks(text: string, words: Readonly<Record<string, string>>): string[] {
  return Object.entries(words)
    .filter(([, word]) => {
      const bytes = Buffer.from(word);
      return [word, bytes.toString('base64'), bytes.toString('hex'), encodeURIComponent(word)].some((form) =>
        text.includes(form),
      );
    })
    .map(([name]) => name);
}

async function photo(): Promise<FormData> {
  const image = sharp({ create: { width: 64, height: 48, channels: 3, background: '#fc0' } });
  const form = new FormData();
  form.append('media', new Blob([new Uint8Array(await image.jpeg().toBuffer())]), PERSONAL.fileName);
  return form;
}
