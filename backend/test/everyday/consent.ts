import type { AccountView } from '@posthorn/contracts/integrations/accounts.http';
import type { AccountChoices } from '@posthorn/contracts/integrations/choices.http';
import type { PlatformView } from '@posthorn/contracts/integrations/platforms.http';
import { platforms } from '@posthorn/contracts/shared/platform';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { uploadVideo } from '../all-platforms.ts';
import { BrowserlessClient } from '../browserless-client.ts';
import { answerConsent, Creator, locationOf } from '../creator.ts';
import { startProduct } from '../product.ts';
import { PREMIUM, product, newUser } from './everyday-product.ts';

/** The platforms that each consent connects. */
const CONSENTS = {
  '/api/auth/facebook': ['facebook', 'instagram'],
  '/api/auth/threads': ['threads'],
  '/api/auth/twitter': ['twitter'],
  '/api/auth/tiktok': ['tiktok'],
  '/api/auth/youtube': ['youtube'],
  '/api/auth/pinterest': ['pinterest'],
  '/api/auth/snapchat': ['snapchat'],
  '/api/connect/linkedin': ['linkedin'],
  '/api/auth/instagram-login': ['instagram'],
} as const;

let premium: Creator;
beforeAll(async () => {
  premium = await newUser(PREMIUM);
});

const accountsOf = async ({ client }: Creator) =>
  (await client.get<readonly AccountView[]>('/api/connected-accounts')).body;
const choicesOf = async ({ client }: Creator) =>
  (await client.get<AccountChoices>('/api/connected-accounts/choices')).body;
/** Requests a callback. Returns the URL to which it redirects. */
const followCallback = async (client: BrowserlessClient, callback: URL) =>
  locationOf(
    await client.call('GET', `${callback.pathname}${callback.search}`, undefined, {
      'sec-fetch-site': 'cross-site',
    }),
    product.url,
  );
const startConsent = async ({ client }: Creator, path: string) =>
  locationOf(await client.get(path), product.url);

it.each(Object.entries(CONSENTS))('connects the accounts of the consent at %s', async (path, opened) => {
  const accounts = await premium.connect(path, 'ana');
  for (const platform of opened)
    expect(accounts).toContainEqual(expect.objectContaining({ platform, isActive: true, status: 'active' }));
});
it('reports that an account was already connected', async () => {
  const { location } = await premium.consent('/api/auth/threads', { account: 'ana' });
  expect(`${location.pathname}${location.search}`).toBe('/settings?connected=threads&already=1');
  expect((await accountsOf(premium)).filter(({ platform }) => platform === 'threads')).toHaveLength(1);
});
it('lists every platform with its limits, and Substack without publishing', async () => {
  const { body } = await premium.client.get<readonly PlatformView[]>('/api/platforms');
  expect(body.map(({ platform }) => platform).sort()).toEqual([...platforms].sort());
  for (const { platform, configured, limits, connectPath } of body) {
    const isSubstack = platform === 'substack';
    expect({ platform, configured, hasLimits: limits !== null, hasPath: connectPath !== null }).toEqual({
      platform,
      configured: !isSubstack,
      hasLimits: !isSubstack,
      hasPath: !isSubstack,
    });
  }
});
it('connects nothing when the user refuses, and shows the refusal', async () => {
  const creator = await newUser();
  const { location } = await creator.consent('/api/auth/twitter', { account: 'nobody', deny: true });
  expect(`${location.pathname}${location.search}`).toBe('/settings?refused=twitter&reason=denied');
  expect(await accountsOf(creator)).toEqual([]);
});

describe('a callback', () => {
  const EXPIRED = '?refused=pinterest&reason=expired';
  const startedConsent = async () => {
    const creator = await newUser();
    const page = await startConsent(creator, '/api/auth/pinterest');
    return { creator, callback: await answerConsent(page, { account: 'mallory' }) };
  };

  it('works once, and returns the same page when a browser repeats it', async () => {
    const { creator, callback } = await startedConsent();
    const redirects = await Promise.all([
      followCallback(creator.client, callback),
      followCallback(creator.client, callback),
    ]);
    redirects.push(await followCallback(creator.client, callback));
    for (const { search } of redirects) expect(search).toBe('?connected=pinterest');
    const stranger = await Creator.signedIn(product);
    expect((await followCallback(stranger.client, callback)).search).toBe(EXPIRED);
    expect(await accountsOf(creator)).toHaveLength(1);
  });
  it('connects nothing in another browser, even after that browser has started the same consent', async () => {
    const { callback } = await startedConsent();
    const victim = await newUser();
    expect((await followCallback(victim.client, callback)).search).toBe(EXPIRED);
    await startConsent(victim, '/api/auth/pinterest');
    expect((await followCallback(victim.client, callback)).search).toBe(EXPIRED);
    expect(await accountsOf(victim)).toEqual([]);
  });
  it('leads a signed-out visitor to the sign-in page', async () => {
    const { callback } = await startedConsent();
    expect((await followCallback(new BrowserlessClient(product.url), callback)).pathname).toBe('/login');
  });
  it('is refused with a wrong state, without a state, and at another platform', async () => {
    const { creator, callback } = await startedConsent();
    const altered = new URL(callback);
    altered.searchParams.set('state', 'x'.repeat(43));
    expect((await followCallback(creator.client, altered)).search).toBe(EXPIRED);
    const withoutState = new URL(callback);
    withoutState.searchParams.delete('state');
    expect((await followCallback(creator.client, withoutState)).search).toBe(EXPIRED);
    const atOtherPlatform = new URL(callback.href.replace('/pinterest/', '/youtube/'));
    expect((await followCallback(creator.client, atOtherPlatform)).search).toBe(
      '?refused=youtube&reason=expired',
    );
    expect(await accountsOf(creator)).toEqual([]);
  });
  it('is refused with a code that the platform does not know', async () => {
    const { creator, callback } = await startedConsent();
    callback.searchParams.set('code', 'made-up');
    expect((await followCallback(creator.client, callback)).search).toBe('?refused=pinterest&reason=failed');
  });
});

it('publishes with the consent of a Mastodon server that the user entered', async () => {
  const creator = await newUser();
  const { body } = await creator.client.post<{ url: string }>('/api/auth/mastodon/authorize', {
    instance: 'mastodon.sandbox.test',
  });
  const callback = await answerConsent(new URL(body.url), { account: 'ana' });
  expect((await followCallback(creator.client, callback)).search).toBe('?connected=mastodon');
  const accounts = await accountsOf(creator);
  const { body: post } = await creator.schedule(accounts, 'By consent');
  const { targets } = await creator.settled(post.id, ['posted', 'failed']);
  expect(targets).toMatchObject([{ platform: 'mastodon', status: 'posted' }]);
});

it('recognises an Instagram account after either consent, and uses the last consent', async () => {
  const creator = await newUser();
  await creator.connect('/api/auth/facebook', 'bea');
  const before = (await accountsOf(creator)).filter(({ platform }) => platform === 'instagram');
  expect(before).toMatchObject([{ deletesPosts: true, connectPath: '/api/auth/facebook' }]);
  const { location } = await creator.consent('/api/auth/instagram-login', { account: 'bea' });
  expect(`${location.pathname}${location.search}`).toBe('/settings?connected=instagram&already=1');
  const after = (await accountsOf(creator)).filter(({ platform }) => platform === 'instagram');
  expect(after).toMatchObject([
    { id: before[0]?.id, deletesPosts: false, connectPath: '/api/auth/instagram-login' },
  ]);

  const mediaFiles = [{ mediaUrl: await uploadVideo(creator), altText: 'A film' }];
  const { body: post } = await creator.schedule(after, 'By Instagram itself', { mediaFiles });
  const { targets } = await creator.settled(post.id, ['posted', 'failed']);
  expect(targets).toMatchObject([{ platform: 'instagram', status: 'posted' }]);
  const path = `/api/posts/${String(post.id)}/targets/${String(before[0]?.id)}/remote`;
  expect((await creator.client.call('DELETE', path)).status).toBeGreaterThanOrEqual(400);

  await creator.connect('/api/auth/facebook', 'bea');
  expect((await accountsOf(creator)).filter(({ platform }) => platform === 'instagram')).toMatchObject([
    { id: before[0]?.id, deletesPosts: true },
  ]);
});
it('offers both ways to connect Instagram', async () => {
  const { body } = await premium.client.get<readonly PlatformView[]>('/api/platforms');
  expect(body.find(({ platform }) => platform === 'instagram')).toMatchObject({
    connectPath: '/api/auth/facebook',
    alsoBy: [
      {
        name: 'Instagram (without a Facebook Page)',
        code: 'instagram-login',
        path: '/api/auth/instagram-login',
      },
    ],
  });
});
it('refuses a personal account of Instagram, and names the reason', async () => {
  const creator = await newUser();
  const { location } = await creator.consent('/api/auth/instagram-login', { account: 'personal1' });
  expect(location.search).toBe('?refused=instagram&reason=personal-account');
});

it('refuses a consent for comments from another user, and connects no account with such a consent', async () => {
  const tiktok = (await accountsOf(premium)).find(({ platform }) => platform === 'tiktok');
  const path = tiktok?.commentsPath ?? '';
  expect(path).toBe(`/api/auth/tiktok-business?account=${String(tiktok?.id)}`);
  const stranger = await newUser();
  const consentAs = async (account: string) => (await stranger.consent(path, { account })).location;
  expect((await consentAs('ana')).search).toBe('?refused=tiktok&reason=failed&opens=comments');
  expect((await startConsent(stranger, '/api/auth/tiktok-business')).pathname).toBe('/settings');
  expect((await startConsent(stranger, '/api/auth/tiktok-business?account=none')).pathname).toBe('/settings');
  expect(await accountsOf(stranger)).toEqual([]);
  const denied = await premium.consent(path, { account: 'ana', deny: true });
  expect(denied.location.search).toBe('?refused=tiktok&reason=denied&opens=comments');
  expect((await accountsOf(premium)).find(({ platform }) => platform === 'tiktok')).toEqual(tiktok);
  const { body } = await premium.client.get<readonly PlatformView[]>('/api/platforms');
  expect(body.find(({ platform }) => platform === 'tiktok')).not.toHaveProperty('alsoBy');
});

it('returns the same page when the callback of a consent is sent twice', async () => {
  const tiktok = (await accountsOf(premium)).find(({ platform }) => platform === 'tiktok');
  for (const path of [...Object.keys(CONSENTS), tiktok?.commentsPath ?? '']) {
    const callback = await answerConsent(await startConsent(premium, path), { account: 'ana' });
    const [first, second] = await Promise.all([
      followCallback(premium.client, callback),
      followCallback(premium.client, callback),
    ]);
    expect([path, first.search]).toEqual([path, expect.stringMatching(/^\?(connected|choose|granted)=/u)]);
    expect([path, second.href]).toEqual([path, first.href]);
  }
});

describe('a link on another site', () => {
  it('does not start a consent', async () => {
    const reply = await premium.client.call('GET', '/api/auth/threads', undefined, {
      'sec-fetch-site': 'cross-site',
    });
    expect(locationOf(reply, product.url).pathname).toBe('/settings');
  });
});

describe('a choice', () => {
  const creatorWithChoice = async () => {
    const creator = await newUser();
    const { location } = await creator.consent('/api/auth/facebook', { account: 'ana' });
    expect(`${location.pathname}${location.search}`).toBe('/settings/accounts?choose=facebook');
    return creator;
  };

  it('offers the accounts of the consent, and connects only the chosen accounts', async () => {
    const creator = await creatorWithChoice();
    const { platform, choices } = await choicesOf(creator);
    expect(platform).toBe('facebook');
    expect(choices.length).toBeGreaterThan(1);
    const [first] = choices;
    const reply = await creator.client.post('/api/connected-accounts/choices', { ids: [first?.id] });
    expect(reply).toMatchObject({ status: 200, body: { accounts: [{ accountName: first?.accountName }] } });
    expect(await accountsOf(creator)).toHaveLength(1);
    expect((await choicesOf(creator)).choices).toEqual([]);
  });
  it('refuses ids that it did not offer, and does not connect an account twice', async () => {
    const creator = await creatorWithChoice();
    const { choices } = await choicesOf(creator);
    const stranger = await creatorWithChoice();
    const [foreign] = (await choicesOf(stranger)).choices;
    const choose = (ids: unknown) => creator.client.post('/api/connected-accounts/choices', { ids });
    expect(await choose([choices[0]?.id, foreign?.id])).toMatchObject({
      status: 409,
      body: { code: 'integrations.choices-gone' },
    });
    expect(await choose([])).toMatchObject({ status: 400 });
    expect(await choose('all')).toMatchObject({ status: 400 });
    expect(await accountsOf(creator)).toEqual([]);
    expect((await choose([choices[0]?.id])).status).toBe(200);
    expect((await choose([choices[0]?.id])).status).toBe(409);
  });
  it('never exceeds the limit of the free plan, even with simultaneous choices', async () => {
    const creator = await creatorWithChoice();
    for (let number = 0; number < 4; number += 1) await creator.connectMastodon();
    const { choices } = await choicesOf(creator);
    expect(choices.length).toBeGreaterThanOrEqual(3);
    const replies = await Promise.all(
      choices.map(({ id }) => creator.client.post('/api/connected-accounts/choices', { ids: [id] })),
    );
    expect(replies.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
    expect((await accountsOf(creator)).length).toBeLessThanOrEqual(5);
  });
});

describe('without keys and sandbox', () => {
  it('reports that a platform is not configured, and why', async () => {
    const bare = await startProduct({ env: { SANDBOX: 'off' } });
    try {
      const creator = await Creator.signedIn(bare);
      const location = locationOf(await creator.client.get('/api/auth/tiktok'), bare.url);
      expect(location.search).toBe('?refused=tiktok&reason=not-configured');
      const { body } = await creator.client.get<readonly PlatformView[]>('/api/platforms');
      expect(body.find(({ platform }) => platform === 'tiktok')).toMatchObject({
        configured: false,
        reason: expect.stringContaining('TIKTOK_CLIENT_KEY'),
      });
      expect(body.find(({ platform }) => platform === 'mastodon')).toMatchObject({ configured: true });
    } finally {
      await bare.close();
    }
  });
});
