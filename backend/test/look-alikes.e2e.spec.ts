import type { AccountChoices } from '@posthorn/contracts/integrations/choices.http';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { accountsOf, targetFor, uploadPicture } from './all-platforms.ts';
import { Creator, locationOf } from './creator.ts';
import { LookAlike } from './look-alikes/look-alike.ts';
import { meta, type Shown } from './look-alikes/meta.ts';
import { pinterest, type Pin } from './look-alikes/pinterest.ts';
import { threads } from './look-alikes/threads.ts';
import { tiktok } from './look-alikes/tiktok.ts';
import { startProduct, type Product } from './product.ts';

const TEXT = 'Soup & bread, day 1';
const onThreads: { id: string; text: string; timestamp: string }[] = [];
const onPinterest: Pin[] = [];
const onFacebook: Shown[] = [];
const onInstagram: Shown[] = [];
const onTikTok: string[] = [];
let servers: LookAlike[];
let product: Product;
let creator: Creator;

beforeAll(async () => {
  servers = await Promise.all(
    [threads(onThreads), pinterest(onPinterest), meta(onFacebook, onInstagram), tiktok(onTikTok)].map(
      (rules) => LookAlike.start(rules),
    ),
  );
  const [THREADS_GRAPH_URL = '', pins = '', FACEBOOK_GRAPH_URL = '', TIKTOK_API_URL = ''] = servers.map(
    ({ url }) => url,
  );
  const env = {
    THREADS_GRAPH_URL,
    THREADS_APP_ID: 'app',
    THREADS_APP_SECRET: 'threads secret',
    PINTEREST_API_URL: `${pins}/v5/`,
    PINTEREST_APP_ID: 'app',
    PINTEREST_APP_SECRET: 'pin/secret+',
    FACEBOOK_GRAPH_URL,
    FACEBOOK_APP_ID: 'app',
    FACEBOOK_APP_SECRET: 'meta secret',
    TIKTOK_API_URL,
    TIKTOK_CLIENT_KEY: 'app',
    TIKTOK_CLIENT_SECRET: 'tiktok secret',
  };
  product = await startProduct({ fast: true, env });
  creator = await Creator.signedIn(product);
});
afterAll(async () => {
  await product.close();
  await Promise.all(servers.map((server) => server.close()));
});

/** Connects accounts as a browser does that returns from the platform's page with a code. */
async function connect(path: string): Promise<void> {
  const page = locationOf(await creator.client.get(path), product.url);
  const back = new URL(page.searchParams.get('redirect_uri') ?? '');
  back.search = new URLSearchParams({
    code: 'a-code',
    state: page.searchParams.get('state') ?? '',
  }).toString();
  const response = await creator.client.call('GET', `${back.pathname}${back.search}`, undefined, {
    'sec-fetch-site': 'cross-site',
  });
  const { pathname, href, searchParams } = locationOf(response, product.url);
  if (pathname !== '/settings/accounts') {
    if (!searchParams.has('connected')) throw new Error(`Not connected: ${href}`);
    return;
  }
  const { body } = await creator.client.get<AccountChoices>('/api/connected-accounts/choices');
  const ids = body.choices.map(({ id }) => id);
  await creator.client.post('/api/connected-accounts/choices', { ids });
}

it('connects accounts and publishes each post once on servers that follow only the documentation of the platforms', async () => {
  for (const name of ['threads', 'pinterest', 'facebook', 'tiktok']) await connect(`/api/auth/${name}`);
  const accounts = await accountsOf(creator);
  expect(accounts.map(({ platform }) => platform).sort()).toEqual([
    ...['facebook', 'instagram', 'pinterest', 'threads', 'tiktok'],
  ]);
  const request = {
    mediaFiles: [{ mediaUrl: await uploadPicture(creator) }],
    targets: await Promise.all(accounts.map((account) => targetFor(creator, account))),
    selectedAccountIds: undefined,
  };
  // Two posts with the same text, which the product must not confuse.
  const replies = await Promise.all([1, 2].map(() => creator.schedule([], TEXT, request)));
  for (const { status, body } of replies) {
    expect(status).toBe(201);
    const post = await creator.settled(body.id, ['posted', 'failed'], 60);
    expect(post.platformStatuses).toEqual(
      Object.fromEntries(accounts.map(({ platform }) => [platform, 'posted'])),
    );
  }
  const received = [onThreads, onPinterest, onFacebook, onInstagram, onTikTok].map(({ length }) => length);
  expect(received).toEqual([2, 2, 2, 2, 2]);
});
