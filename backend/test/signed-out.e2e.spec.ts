import type { CommentView } from '@posthorn/contracts/inbox/comments.http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { uploadPicture } from './all-platforms.ts';
import { BrowserlessClient, type ApiResponse } from './browserless-client.ts';
import { eventually } from './eventually.ts';
import { allRows, inDatabase } from './kept-data.ts';
import { startProduct, type Product } from './product.ts';
import { routeTable } from './route-table.ts';
import { SandboxControl } from './sandbox-control.ts';
import { Subscriber } from './subscriber.ts';

// Visitors without a session. The product refuses every route that `OPEN` does not list.
// A new public route or field must be added here, on purpose.

/** `path` and `body` make the request succeed. Default path: the route, with `1` for its parameters. Default status: 200. */
type Call = Readonly<{ path?: () => string; body?: object; status?: number }>;
type Open = Call &
  (
    | Readonly<{ json: readonly string[] }>
    /** A page or a file. */
    | Readonly<{ type: string }>
    | Readonly<{ leadsTo: string }>
    /** An OpenAPI document of this version; `document.spec.ts` covers its contents. */
    | Readonly<{ openapi: string }>
    | Readonly<{ nothing: true }>
  );

const HANDLE = 'ana_in_public';
const REFUSALS = [401, 403, 404];
const ERROR_KEYS = ['code', 'message', 'requestId'];
/** The keys of a response that refuses the field `token`. */
const TOKEN_REFUSED = [
  ...ERROR_KEYS,
  ...['fields', 'fields.token', 'variant'],
  ...['fieldCodes', 'fieldCodes.token', 'fieldCodes.token[].code', 'fieldCodes.token[].variant'],
].sort();
/** The keys of an error for programs. */
const PROBLEM_KEYS = ['code', 'detail', 'message', 'requestId', 'status', 'title', 'type'];
const HTML = 'text/html; charset=utf-8';
const withToken = (path: string) => ({ path: () => `${path}?token=${'a'.repeat(43)}` });
const ofAna = (path: string) => ({ path: () => path + HANDLE });

const CONSENTS = [
  ...['facebook', 'threads', 'twitter', 'tiktok', 'youtube', 'pinterest', 'snapchat'].map(
    (app) => `/api/auth/${app}`,
  ),
  ...['/api/connect/linkedin', '/api/auth/instagram-login', '/api/auth/tiktok-business'],
];
const LINK_TREE = {
  user: [
    ...['bannerImageUrl', 'displayName', 'firstName', 'handle', 'isPremium', 'lastName'],
    ...['profileImageUrl', 'sentence', 'theme'],
  ],
  posts: [
    ...['[].content', '[].hashtags', '[].id', '[].media', '[].media[].altText', '[].media[].height'],
    ...['[].media[].mediaType', '[].media[].mediaUrl', '[].media[].thumbnailUrl', '[].media[].width'],
    ...['[].platforms', '[].publishedAt', '[].title'],
  ],
  accounts: ['[].address', '[].name', '[].platform'],
};

const OPEN: Readonly<Record<string, Open>> = {
  'GET /health/live': { json: ['alive'] },
  'GET /health/ready': { json: ['ready'] },
  'GET /api/app': { json: ['sandbox', 'sandboxUrl', 'signInProviders', 'version'] },
  'GET /api/billing/prices': {
    json: [
      ...['canSubscribe', 'current', 'current.amount', 'current.currency', 'current.interval'],
      ...['next', 'next.amount', 'next.from', 'normally'],
    ],
  },
  'GET /api/login': { type: HTML },
  'POST /api/login': { body: { email: 'visitor@elsewhere.example' }, status: 202, json: ['message'] },
  'GET /api/login/verify': { ...withToken('/api/login/verify'), type: HTML },
  'GET /api/login/code': { type: HTML },
  'GET /api/logout': { status: 303, leadsTo: '/' },
  'POST /api/logout': { status: 204, nothing: true },
  'GET /api/email/verify': { ...withToken('/api/email/verify'), status: 403, type: HTML },
  'GET /api/email/not-me': { ...withToken('/api/email/not-me'), type: HTML },
  'GET /api/email/other-account': { ...withToken('/api/email/other-account'), type: HTML },
  'POST /api/email/verify': { status: 400, json: TOKEN_REFUSED },
  'POST /api/email/not-me': { status: 400, json: TOKEN_REFUSED },
  'POST /api/email/other-account': { status: 401, json: [...ERROR_KEYS, 'variant'].sort() },
  'GET /api/unsubscribe/:token': { status: 404, type: HTML },
  'POST /api/unsubscribe/:token': { status: 404, type: HTML },
  'POST /api/stripe/webhook': { status: 400, json: ERROR_KEYS },
  ...Object.fromEntries(
    ['google', 'linkedin'].flatMap((provider): [string, Open][] => [
      // The redirect leads to the provider's page in the sandbox.
      [`GET /api/auth/${provider}`, { status: 303, leadsTo: `/sign-in/${provider}` }],
      [`GET /api/auth/${provider}/callback`, { status: 303, leadsTo: '/login' }],
      [`POST /api/auth/${provider}`, { type: HTML }],
    ]),
  ),
  ...Object.fromEntries(
    CONSENTS.flatMap((path): [string, Open][] => [
      [`GET ${path}`, { status: 303, leadsTo: '/login' }],
      [`GET ${path}/callback`, { status: 303, leadsTo: '/login' }],
    ]),
  ),
  'GET /api/auth/mastodon/callback/:host': { status: 303, leadsTo: '/login' },
  ...Object.fromEntries(
    Object.entries(LINK_TREE).flatMap(([part, json]): [string, Open][] => [
      [`GET /api/linktree/${part}/:handle`, { ...ofAna(`/api/linktree/${part}/`), json }],
      [`GET /api/linktree/${part}`, { ...ofAna(`/api/linktree/${part}?handle=`), json }],
    ]),
  ),
  'GET /api/external/openapi.json': { openapi: '3.1.0' },
  'GET /docs/api': { type: HTML },
  'GET /u/:handle': { ...ofAna('/u/'), type: HTML },
  'GET /u/:handle/card.jpg': { path: () => `/u/${HANDLE}/card.jpg`, type: 'image/jpeg' },
  'POST /u/:handle/seen/:linkId': { status: 204, nothing: true },
  'GET /media/:name': { path: () => picture, type: 'image/jpeg' },
};

/** Paths of files and pages, which are not routes of the API. */
const FILES = [
  ...['/', '/login', '/subscribe', '/privacy', '/terms', '/settings', '/nowhere'],
  '/u/canary_former',
  ...['/robots.txt', '/sitemap.xml', '/sitemap/product-1.xml', '/.well-known/security.txt'],
  ...['/app.webmanifest', '/sw.js'],
];

let product: Product;
let ana: Subscriber;
let picture: string;
/** Texts that only Ana may read, by name. */
const canaries: Record<string, string> = {
  email: 'canary-mail@private.example',
  username: 'canary-mail',
  'address that waits': 'canary-pending@private.example',
  zone: 'Asia/Kolkata',
  personality: 'canary-personality of Ana',
  'default hashtags': '#canarydefault',
  'default caption': 'canary-caption',
  'former handle': 'canary_former',
  'scheduled post': 'canary-scheduled',
  'failed post': 'canary-failed',
  'archived post': 'canary-archived',
  'hidden post': 'canary-hidden-post',
  'words that no account got': 'canary-shared',
  'account that is disconnected': 'canary-gone.sandbox.test',
  'account that needs a new connection': 'canary-lost.sandbox.test',
  'hidden link': 'canary-hidden-link',
  'link of next week': 'canary-next-link',
  'link of last week': 'canary-last-link',
  comment: 'canary-comment',
  commenter: 'canaryfan',
  'file name': 'canary-file.jpg',
};
/** A visitor behind a proxy. Without this header the product would see a program of this machine. */
const visitor = () => new BrowserlessClient(product.url, { 'x-forwarded-for': '203.0.113.7' });

beforeAll(async () => {
  product = await startProduct({
    fast: true,
    env: { PREMIUM_SINCE: new Date().toISOString().slice(0, 10) },
  });
  ana = await Subscriber.signedUp(product, canaries['email']);
  await createData();
});
afterAll(() => product.close());

/** Creates public and private data of every kind for Ana. Two of the published posts are public. */
async function createData(): Promise<void> {
  const { creator, id } = ana;
  const { client } = creator;
  const expectSuccess = async (response: Promise<ApiResponse>): Promise<void> => {
    const { status, text } = await response;
    expect({ status, text }).toEqual({ status: status >= 300 ? 200 : status, text });
  };
  const change = (json: object) => expectSuccess(client.call('PATCH', `/api/users/${id}`, json));
  expect((await ana.pay()).status).toBe('succeeded');
  await ana.becomes('premium');
  await change({ firstName: 'Ana', lastName: 'Lim', email: canaries['address that waits'] });
  await change({ handle: canaries['former handle'] });
  await change({ handle: HANDLE });
  await change({ personalityProfile: canaries['personality'] });
  await expectSuccess(client.call('PUT', '/api/user/timezone', { timezone: canaries['zone'] }));
  const bluesky = await creator.connectBluesky('ana-shown.sandbox.test');
  const mastodon = await creator.connectMastodon('canary-token');
  const disconnected = await creator.connectBluesky(canaries['account that is disconnected']);
  const revoked = await creator.connectBluesky(canaries['account that needs a new connection']);

  const media = await uploadPicture(creator, '#0c5', canaries['file name']);
  picture = media;
  const publish = async (content: string, on = [bluesky], extra: object = {}) => {
    const { body } = await creator.schedule(on, content, extra);
    await creator.settled(body.id, ['posted']);
    return body.id;
  };
  const mediaFiles = [{ mediaUrl: media, altText: 'Bread' }];
  await publish('Fresh bread', [bluesky, mastodon], { title: 'Today', hashtags: '#bread', mediaFiles });
  const ownText = { targets: [{ accountId: bluesky.id, content: 'Own words' }] };
  await publish(canaries['words that no account got'] ?? '', [bluesky], ownText);
  const hidden = await publish(canaries['hidden post'] ?? '');
  await expectSuccess(client.call('PUT', `/api/link-page/posts/${String(hidden)}`, { shown: false }));
  const archived = await publish(canaries['archived post'] ?? '');
  await expectSuccess(client.call('DELETE', `/api/posts/${String(archived)}`));

  const sandbox = new SandboxControl(product.sandboxUrl);
  await sandbox.refuse('mastodon', 422, { error: 'No' });
  const failed = await creator.schedule([mastodon], canaries['failed post'] ?? '');
  await creator.settled(failed.body.id, ['failed']);
  const inAWeek = new Date(Date.now() + 7 * 86_400_000).toISOString();
  await expectSuccess(
    creator.schedule([bluesky], canaries['scheduled post'] ?? '', { scheduledFor: inAWeek }),
  );
  await expectSuccess(client.call('DELETE', `/api/accounts/${String(disconnected.id)}`));
  await sandbox.revoke(revoked);
  await creator.schedule([revoked], 'Kept until the account is back');
  await eventually(async () => {
    const { body } =
      await client.get<readonly { id: number; isActive: boolean }[]>('/api/connected-accounts');
    expect(body.find((one) => one.id === revoked.id)?.isActive).toBe(false);
  });

  // The form for new posts starts with these defaults from now on.
  const defaults = { hashtags: canaries['default hashtags'], caption: canaries['default caption'] };
  await expectSuccess(client.call('PUT', '/api/user/settings', defaults));
  const link = async (title: string, extra: object = {}) => {
    const words = { title, url: `https://${title}.example/`, ...extra };
    const { body } = await client.post<{ id: string }>('/api/link-page/links', words);
    return body.id;
  };
  await link('my-shop');
  const hiddenLink = await link(canaries['hidden link'] ?? '');
  await expectSuccess(client.call('PATCH', `/api/link-page/links/${hiddenLink}`, { shown: false }));
  await link(canaries['link of next week'] ?? '', { from: inAWeek });
  await link(canaries['link of last week'] ?? '', { until: new Date(Date.now() - 86_400_000).toISOString() });

  const onSky = (await sandbox.postsWith('Fresh bread')).find(({ platform }) => platform === 'bluesky');
  const { remoteId = '' } = onSky ?? {};
  const words = { author: canaries['commenter'] ?? '', text: canaries['comment'] ?? '' };
  await sandbox.comment({ platform: 'bluesky', remoteId, ...words });
  await eventually(async () => {
    const { body } = await client.get<readonly CommentView[]>('/api/comments');
    expect(body.map(({ commentText }) => commentText)).toEqual([canaries['comment']]);
  }, 60);

  canaries['user id'] = id;
  canaries['customer'] = (await ana.customers())[0]?.id ?? '';
  canaries['remote id of a post'] = remoteId;
  const others = ['hidden post', 'archived post'] as const;
  for (const name of others) {
    const [received] = await sandbox.postsWith(canaries[name] ?? '');
    canaries[`remote id of the ${name}`] = received?.remoteId.split('/').at(-1) ?? '';
  }
  for (const [name, remote] of await remoteIds()) canaries[`remote id of account ${name}`] = remote;
}

const remoteIds = () =>
  inDatabase(product, async (database) => {
    const { rows } = await database.query<{ name: string; remote: string }>(
      `select account_id::text as name, remote_id as remote from integrations.account_key where remote_id is not null`,
    );
    return rows.map(({ name, remote }) => [name, remote] as const);
  });

/** Sends the request for a route as a visitor. */
function request(route: string): Promise<ApiResponse> {
  const [method = '', pattern = ''] = route.split(' ');
  const { path, body = {} }: Call = OPEN[route] ?? {};
  const address = path?.() ?? pattern.replaceAll(/:\w+/gu, '1');
  return visitor().call(method, address, method === 'GET' || method === 'DELETE' ? undefined : body);
}

/** Returns the response in the form of an entry of `OPEN`. */
function formOf({ status, headers, body, text }: ApiResponse): object {
  const location = headers.get('location');
  const type = headers.get('content-type');
  const statusIfUnusual = status === 200 ? {} : { status };
  if (location !== null) return { ...statusIfUnusual, leadsTo: new URL(location, product.url).pathname };
  if (text === '') return { ...statusIfUnusual, nothing: true };
  const { openapi } = (body ?? {}) as Readonly<{ openapi?: string }>;
  if (openapi !== undefined) return { ...statusIfUnusual, openapi };
  return {
    ...statusIfUnusual,
    ...(/^application\/(problem\+)?json/u.test(type ?? '') ? { json: keyPaths(body) } : { type }),
  };
}

const expectedForm = (open: Open): object =>
  Object.fromEntries(Object.entries(open).filter(([name]) => name !== 'path' && name !== 'body'));

const isRefused = (form: Readonly<{ status?: number; json?: readonly string[] }>): boolean =>
  REFUSALS.includes(form.status ?? 200) &&
  [ERROR_KEYS, PROBLEM_KEYS].some((keys) => JSON.stringify(form.json) === JSON.stringify(keys));

describe('without a session', () => {
  it('refuses each route that OPEN does not list', async () => {
    const routes = await routeTable();
    const formByRoute: Record<string, object> = {};
    for (const route of routes) {
      const form = formOf(await request(route));
      if (route in OPEN || !isRefused(form)) formByRoute[route] = form;
    }
    const listed = Object.entries(OPEN).map(([route, open]) => [route, expectedForm(open)]);
    expect(formByRoute).toEqual(Object.fromEntries(listed));
  });

  it('contains no private text of Ana in a public response', async () => {
    const responses = new Map<string, ApiResponse>();
    for (const route of Object.keys(OPEN)) responses.set(route, await request(route));
    for (const path of [...FILES, `/u/${HANDLE.toUpperCase()}`])
      responses.set(path, await visitor().get(path));
    const found = [...responses].flatMap(([from, { text, headers }]) => {
      const response = `${text}\n${JSON.stringify([...headers])}`.toLowerCase();
      const leaked = Object.entries(canaries).filter(([, word]) => response.includes(word.toLowerCase()));
      return leaked.map(([what]) => `${what} at ${from}`);
    });
    expect(found).toEqual([]);
    // Proves that these responses came from Ana's page.
    expect(responses.get('GET /api/linktree/posts/:handle')?.text).toContain('Fresh bread');
    expect(responses.get('GET /u/:handle')?.text).toContain('Own words');
    expect(responses.get('/')?.status).toBe(200);
  });

  it.each(['canary_former', 'ana_nobody'])('does not reveal whether %s was ever taken', async (name) => {
    for (const part of Object.keys(LINK_TREE)) {
      const { status, body } = await visitor().get(`/api/linktree/${part}/${name}`);
      expect([status, keyPaths(body)]).toEqual([404, ERROR_KEYS]);
    }
    expect((await visitor().get(`/u/${name}`)).text).not.toContain(name);
  });
});

it('stores each private text of this spec, so the product could reveal it', async () => {
  const paths = ['auth/user', 'user/settings', 'user/timezone', 'posts', 'link-page', 'comments'];
  const ownResponses = await Promise.all(
    paths.map(async (path) => (await ana.creator.client.get(`/api/${path}`)).text),
  );
  const rows = [...(await allRows(product)).values()].flat();
  const knownText = [...ownResponses, ...rows].join('\n').toLowerCase();
  const customer = JSON.stringify(await ana.customers());
  expect(
    Object.entries(canaries).flatMap(([what, word]) =>
      word.length > 3 && (knownText + customer).includes(word.toLowerCase()) ? [] : [what],
    ),
  ).toEqual([]);
});

/**
 * Returns the sorted keys of a JSON value at all depths: `{ a: [{ b: 1 }] }` gives `a` and `a[].b`. It merges the keys of
 * all items of a list. The keys of a list at the top level begin with `[]`.
 */
function keyPaths(value: unknown): readonly string[] {
  return [...new Set(keysBelow(value, ''))].sort();
}

function keysBelow(value: unknown, path: string): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((item) => keysBelow(item, `${path}[]`));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const keyPath = path === '' ? key : `${path}.${key}`;
    return [keyPath, ...keysBelow(inner, keyPath)];
  });
}
