import { setTimeout } from 'node:timers/promises';
import {
  LINK_PAGE_TEXT,
  PUBLIC_PAGE_TEXT,
  type LinkPageView,
} from '@posthorn/contracts/link-tree/link-page.http';
import type { LinkTreeAccount } from '@posthorn/contracts/link-tree/public-page.http';
import type { ErrorReply } from '@posthorn/contracts/shared/call';
import { SERVER_TEXT } from '@posthorn/contracts/shared/server-text';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import type { Response } from 'supertest';
import { LinkTreeProduct, NOON, picture } from '../../../test/whole-product/testing/link-tree-product.ts';

let product: LinkTreeProduct;
beforeAll(async () => {
  product = await LinkTreeProduct.start();
}, 120_000);
afterAll(() => product.close());

let users = 0;
let user: string;
let handle: string;
let me: ReturnType<LinkTreeProduct['as']>;
beforeEach(async () => {
  users += 1;
  [user, handle] = [`user${String(users)}`, `ana_${String(users)}`];
  me = product.as(user);
  product.setTime(NOON);
  await product.person(user, { handle, names: ['Ana', 'Lima'] });
});

const shop = { title: 'My shop', url: 'https://ana.example/shop', icon: 'shop' };
const error = ({ body }: Response) => body as ErrorReply;
const view = async () => (await me.page().expect(200)).body as LinkPageView;
const idOf = ({ body }: Response) => (body as { id: string }).id;
const html = async (at = handle) => (await product.get(`/u/${at}`).expect(200)).text;
let posts = 0;
const publish = async (story: Partial<Parameters<LinkTreeProduct['published']>[1]> = {}) => {
  posts += 1;
  const publishedOn = [{ accountId: 9000 + posts, platform: 'bluesky' as const }];
  await product.published(user, { postId: posts, content: `Post ${String(posts)}`, publishedOn, ...story });
  return posts;
};

it('starts with a page that shows only its owner', async () => {
  expect(await view()).toEqual({
    address: `http://localhost:3000/u/${handle}`,
    sentence: '',
    listed: true,
    theme: 'system',
    bannerImageUrl: null,
    bannerShown: false,
    postsShown: 3,
    accounts: [],
    links: [],
    posts: [],
  });
  expect((await product.as('nobody-yet').page().expect(200)).body).toMatchObject({ address: null });
});

it('adds, changes, hides, orders and removes links', async () => {
  const first = idOf(await me.addLink(shop).expect(201));
  const second = idOf(await me.addLink({ title: ' Blog ', url: ' http://Ana.example ' }).expect(201));
  await me.orderLinks([second, first]).expect(204);
  await me.changeLink(first, { until: '2030-02-01T09:00:00+05:30', shown: false }).expect(204);
  expect((await view()).links).toEqual([
    {
      id: second,
      title: 'Blog',
      url: 'http://ana.example/',
      icon: 'link',
      from: null,
      until: null,
      shown: true,
      seen: { clicks: 0, visitors: 0 },
    },
    {
      id: first,
      ...shop,
      from: null,
      until: '2030-02-01T03:30:00.000Z',
      shown: false,
      seen: { clicks: 0, visitors: 0 },
    },
  ]);
  await me.removeLink(second).expect(204);
  await me.removeLink(second).expect(204);
  expect((await view()).links.map(({ id }) => id)).toEqual([first]);
});

it.each([
  [{ ...shop, title: ' ' }, { title: LINK_PAGE_TEXT.titleRequired }],
  [{ ...shop, title: 'x'.repeat(61) }, { title: LINK_PAGE_TEXT.titleMax }],
  [{ ...shop, url: '' }, { url: LINK_PAGE_TEXT.urlRequired }],
  [{ ...shop, icon: 'skull' }, { icon: LINK_PAGE_TEXT.iconUnknown }],
  [{ ...shop, from: '2030-01-01T12:00' }, { from: LINK_PAGE_TEXT.instantNotValid }],
  [{ ...shop, title: '\u200b\u2060\u3164' }, { title: LINK_PAGE_TEXT.titleRequired }],
  [{ ...shop, from: '2030-02-31T10:00Z' }, { from: LINK_PAGE_TEXT.instantNotValid }],
  [{ ...shop, until: '2030-04-31T10:00+02:00' }, { until: LINK_PAGE_TEXT.instantNotValid }],
  [{ ...shop, title: 'a\0b' }, { title: SERVER_TEXT.notValid }],
  [{ ...shop, title: 'a\ud83d' }, { title: SERVER_TEXT.notValid }],
  [{ ...shop, until: 5 }, { until: LINK_PAGE_TEXT.instantNotValid }],
])('returns 400 with the error message of each invalid field', async (link, fields) => {
  expect(error(await me.addLink(link).expect(400)).fields).toEqual(fields);
});

it('refuses URLs that are not public, and a fifty-first link', async () => {
  const refused = await me.addLink({ ...shop, url: 'javascript:alert(1)' }).expect(422);
  expect(error(refused)).toMatchObject({
    code: 'link-tree.address-not-allowed',
    fields: { url: LINK_PAGE_TEXT.addressNotAllowed },
  });
  for (let count = 0; count < 50; count += 1) await me.addLink(shop).expect(201);
  expect(error(await me.addLink(shop).expect(409)).code).toBe('link-tree.too-many-links');
});

it('applies all of many concurrent changes', async () => {
  const { store } = product;
  const append = store.append.bind(store);
  // Simulates a slow database, so that all requests read the same state.
  store.append = async (...args) => {
    await setTimeout(20);
    return append(...args);
  };
  const added = await Promise.all(Array.from({ length: 12 }, () => me.addLink(shop)));
  store.append = append;
  expect(added.map(({ status }) => status)).toEqual(Array<number>(12).fill(201));
  expect((await view()).links).toHaveLength(12);
});

it('finds only links of the requesting owner', async () => {
  const id = idOf(await me.addLink(shop).expect(201));
  const stranger = product.as('stranger');
  expect(error(await stranger.changeLink(id, { title: 'Mine' }).expect(404)).code).toBe(
    'link-tree.link-not-found',
  );
  await stranger.removeLink(id).expect(204);
  await stranger.orderLinks([id]).expect(409);
  expect((await view()).links).toMatchObject([{ id, ...shop }]);
});

it('hides a page from everyone as soon as its owner has requested the erasure', async () => {
  await publish();
  await html();
  const data = { userId: user, requestedAt: NOON.toISOString() };
  await product.write('erasure', user, { type: 'ErasureRequested', schema: 1, data });
  await product.get(`/u/${handle}`).expect(404);
  for (const part of ['user', 'posts', 'accounts'])
    await product.get(`/api/linktree/${part}/${handle}`).expect(404);
});

const publicAccounts = async () =>
  (await product.get(`/api/linktree/accounts/${handle}`).expect(200)).body as LinkTreeAccount[];
const tiles = async () => (await publicAccounts()).map(({ name }) => name);
it('orders and hides accounts on the page, for their owner only', async () => {
  const [one, two, three] = [1000 + users, 2000 + users, 3000 + users];
  for (const id of [one, two, three]) await product.account(user, id, 'mastodon', `n${String(id)}@m.example`);
  const namesOf = (...ids: number[]) => ids.map((id) => `n${String(id)}@m.example`);
  expect(await tiles()).toEqual(namesOf(one, two, three));
  await me.changeAccount(three, { after: null }).expect(204);
  await me.changeAccount(one, { shown: false }).expect(204);
  expect(await tiles()).toEqual(namesOf(three, two));
  expect(await html()).not.toContain(`n${String(one)}`);
  expect((await view()).accounts).toMatchObject([
    { accountId: three, shown: true, hasAddress: true },
    { accountId: one, shown: false },
    { accountId: two, shown: true },
  ]);
  await me.changeAccount(one, { shown: true, after: two }).expect(204);
  expect(await tiles()).toEqual(namesOf(three, two, one));
  for (const id of [one, '99999999999999999999'])
    expect(error(await product.as('stranger').changeAccount(id, { shown: false }).expect(404)).code).toBe(
      'link-tree.account-not-found',
    );
  expect(error(await me.changeAccount(one, { after: 7 }).expect(409)).code).toBe(
    'link-tree.order-not-complete',
  );
  await me.changeAccount(one, { after: 'x' }).expect(400);
  expect(await tiles()).toEqual(namesOf(three, two, one));
});
it('keeps the moves of two windows that order the same list concurrently', async () => {
  const ids: string[] = [];
  for (const title of ['A', 'B', 'C', 'D']) ids.push(idOf(await me.addLink({ ...shop, title }).expect(201)));
  const [a = '', , c = '', d = ''] = ids;
  const moves = [me.changeLink(d, { after: null }), me.changeLink(a, { after: c })];
  expect((await Promise.all(moves)).map(({ status }) => status)).toEqual([204, 204]);
  expect((await view()).links.map(({ title }) => title)).toEqual(['D', 'B', 'C', 'A']);
});

it('hides a post on the page and shows it again, for its owner only', async () => {
  const postId = await publish();
  await me.showPost(postId, false).expect(204);
  expect((await view()).posts).toMatchObject([{ postId, label: `Post ${String(postId)}`, hidden: true }]);
  expect(await html()).not.toContain(`Post ${String(postId)}`);
  await me.showPost(postId, true).expect(204);
  expect(await html()).toContain(`Post ${String(postId)}`);
  await product.as('stranger').showPost(postId, false).expect(404);
  await me.showPost('99999999999999999999', false).expect(404);
  await me.showPost(987654, false).expect(404);
});

it('shows name, sentence, accounts, links and posts', async () => {
  await product.account(user, 100 + users, 'instagram', 'ana.bakes');
  await me.changePage({ sentence: 'I bake <b>bread</b>.', theme: 'sand' }).expect(204);
  await me.addLink({ ...shop, url: 'https://ana.example/shop?a=1&b=2#top' }).expect(201);
  await publish({ content: 'Fresh today', media: [picture('a'.repeat(22))] });
  const page = await html();
  expect(page).toContain('<h1 dir="auto">Ana Lima</h1>');
  expect(page).toContain('I bake &lt;b&gt;bread&lt;/b&gt;.');
  expect(page).toContain(
    `href="https://ana.example/shop?a=1&amp;b=2&amp;ref=${handle}#top" target="_blank" rel="noopener"`,
  );
  expect(page).toContain(`href="https://www.instagram.com/ana.bakes/?ref=${handle}"`);
  expect(page).toContain(`src="/media/${'a'.repeat(22)}-thumb.webp" width="1200" height="900"`);
  for (const text of [PUBLIC_PAGE_TEXT.createYourOwn, PUBLIC_PAGE_TEXT.poweredBy, 'Just now'])
    expect(page).toContain(text);
  expect(page.indexOf('class="links"')).toBeLessThan(page.indexOf('class="accounts"'));
  expect(page).not.toMatch(/<script(?! type="application\/ld\+json")/);
});

it('shows published texts and files, but not the shared ones if every account replaced them', async () => {
  const [bluesky, mastodon] = [
    { accountId: 8001, platform: 'bluesky' },
    { accountId: 8002, platform: 'mastodon' },
  ] as const;
  const media = [picture('m'.repeat(22)), picture('n'.repeat(22))];
  const perTarget = [
    { accountId: bluesky.accountId, content: 'Own words', options: {}, mediaUrls: [media[1]?.mediaUrl] },
  ];
  const shared = { content: 'Shared words', media, perTarget };
  await publish({ ...shared, publishedOn: [bluesky] });
  const own = await html();
  expect(own).toContain('Own words');
  expect(own).toContain('n'.repeat(22));
  expect(own).not.toMatch(/Shared words|m{22}/u);
  await publish({ ...shared, publishedOn: [bluesky, mastodon] });
  const both = await html();
  for (const word of ['Shared words', 'Own words', 'm'.repeat(22)]) expect(both).toContain(word);
});

it.each([
  ['youtube', { privacy: 'private' }],
  ['youtube', { privacy: 'unlisted' }],
  ['tiktok', { privacy: 'SELF_ONLY' }],
  ['tiktok', { privacy: 'FOLLOWER_OF_CREATOR' }],
  ['mastodon', { visibility: 'private' }],
] as const)('does not show a post that not everyone may see on %s: %j', async (platform, options) => {
  const [limited, open] = [
    { accountId: 8003, platform, permalink: 'https://limited.example/1' },
    { accountId: 8004, platform: 'bluesky' as const },
  ];
  const perTarget = [{ accountId: limited.accountId, content: null, options }];
  const own = { accountId: open.accountId, content: 'Words for everyone', options: {} };
  await publish({ content: 'Words for some', publishedOn: [limited], perTarget });
  expect(await html()).not.toContain('Words for some');
  expect((await view()).posts).toEqual([]);
  await publish({ content: 'Words for some', publishedOn: [limited, open], perTarget: [...perTarget, own] });
  const page = await html();
  expect(page).toContain('Words for everyone');
  expect(page).not.toMatch(/Words for some|limited\.example/u);
});
it('does not show a post with a content warning, or with an audience that its platform limits', async () => {
  const on = { accountId: 8006, platform: 'mastodon', permalink: 'https://limited.example/2' } as const;
  const warned = { accountId: on.accountId, content: null, options: { contentWarning: 'Spoiler' } };
  await publish({ content: 'Words below a warning', publishedOn: [on], perTarget: [warned] });
  await publish({ content: 'Words for followers', publishedOn: [{ ...on, limited: true }] });
  expect(await html()).not.toMatch(/Words (?:below|for)|limited\.example/u);
  expect((await view()).posts).toEqual([]);
});
it.each([
  ['youtube', { privacy: 'public' }],
  ['youtube', {}],
  ['tiktok', { privacy: 'PUBLIC_TO_EVERYONE' }],
  ['mastodon', { visibility: 'unlisted' }],
] as const)('shows a post that everyone may see on %s: %j', async (platform, options) => {
  const perTarget = [{ accountId: 8005, content: null, options }];
  await publish({ content: 'Words for all', publishedOn: [{ accountId: 8005, platform }], perTarget });
  expect(await html()).toContain('Words for all');
});

it('links a post to its public URL as soon as the platform has assigned the id', async () => {
  const accountId = 8007;
  const permalink = 'https://www.tiktok.com/@ana';
  await publish({ content: 'Clip', publishedOn: [{ accountId, platform: 'tiktok', permalink }] });
  const at = NOON.toISOString();
  const named = { handle: 'p1', remoteId: '77', permalink: `${permalink}/video/77` };
  const target = { postId: posts, accountId, ownerId: user, platform: 'tiktok' };
  const data = { ...target, ...named, publishedAt: at, assignedAt: at };
  const id = `${String(posts)}-${String(accountId)}`;
  await product.write('publication', id, { type: 'PublicIdAssigned', schema: 1, data });
  expect(await html()).toContain(named.permalink);
});

it('describes itself to search engines and social networks', async () => {
  await product.account(user, 100 + users, 'bluesky', 'ana.bsky.social');
  const page = await html();
  const url = `http://localhost:3000/u/${handle}`;
  expect(page).toContain(`<link rel="canonical" href="${url}">`);
  expect(page).toContain(`<meta property="og:image" content="${url}/card.jpg">`);
  expect(page).toContain('<meta name="twitter:card" content="summary_large_image">');
  expect(page).toContain(`<meta property="og:title" content="Ana Lima (@${handle})">`);
  expect(page).not.toContain('noindex');
  const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/su.exec(page) ?? [];
  expect(JSON.parse(json)).toMatchObject({
    '@type': 'ProfilePage',
    mainEntity: { '@type': 'Person', name: 'Ana Lima', sameAs: ['https://bsky.app/profile/ana.bsky.social'] },
  });
  await me.changePage({ listed: false }).expect(204);
  expect(await html()).toContain('<meta name="robots" content="noindex">');
});

it('links a tile to the profile or page of an account, and omits a tile whose URL is unknown', async () => {
  const [page, company, person] = [500 + users, 600 + users, 700 + users];
  await product.account(user, page, 'facebook', 'Ana’s bakery', '102938475610293');
  await product.account(user, company, 'linkedin', 'Ana’s bakery', 'urn:li:organization:4711');
  await product.account(user, person, 'linkedin', 'Ana Lima', 'urn:li:person:8z_x');
  const permalink = 'https://www.linkedin.com/feed/update/urn:li:share:7';
  await publish({ publishedOn: [{ accountId: person, platform: 'linkedin', permalink }] });
  const drawn = await html();
  const tiles = [...drawn.matchAll(/<a class="card" href="([^"]+)" [^>]*rel="me noopener"/gu)];
  const profiles = ['https://www.facebook.com/102938475610293', 'https://www.linkedin.com/company/4711/'];
  expect(tiles.map(([, address]) => address)).toEqual(profiles.map((address) => `${address}?ref=${handle}`));
  const identities = [...drawn.matchAll(/<link rel="me" href="([^"]+)">/gu)].map(([, address]) => address);
  const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/su.exec(drawn) ?? [];
  const { mainEntity } = JSON.parse(json) as { mainEntity: { sameAs: readonly string[] } };
  expect([identities, mainEntity.sameAs]).toEqual([profiles, profiles]);
  expect((await publicAccounts()).map(({ address }) => address)).toEqual(profiles);
});

it('shows 3 posts and a link to the upgrade on Free, 10 posts on Premium, and 3 again when Premium ends', async () => {
  for (let count = 0; count < 12; count += 1) await publish();
  const shownIn = (page: string) => page.match(/<article/gu)?.length;
  const free = await html();
  expect(shownIn(free)).toBe(3);
  expect(free).toContain(PUBLIC_PAGE_TEXT.upgrade);
  await product.premium(user);
  const premium = await html();
  expect(shownIn(premium)).toBe(10);
  const { createYourOwn, upgrade, poweredBy } = PUBLIC_PAGE_TEXT;
  for (const text of [createYourOwn, upgrade, poweredBy]) expect(premium).not.toContain(text);
  await product.premium(user, false);
  expect(shownIn(await html())).toBe(3);
});

it('returns 304 for a repeated request until the page has changed, and no body for HEAD', async () => {
  const first = await product.get(`/u/${handle}`).expect(200);
  const etag = String(first.headers['etag']);
  await product.get(`/u/${handle.toUpperCase()}`).set('if-none-match', etag).expect(304);
  await product.get(`/u/${handle}`).set('if-none-match', `"other", ${etag}`).expect(304);
  await me.changePage({ sentence: 'New here' }).expect(204);
  await product.get(`/u/${handle}`).set('if-none-match', etag).expect(200);
  expect(first.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'public, max-age=0, s-maxage=60, stale-while-revalidate=600',
  });
  expect(first.headers['set-cookie']).toBeUndefined();
  expect(first.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-[^']+';/u);
});

it('sends the same page compressed to browsers that accept it', async () => {
  const plain = await product.get(`/u/${handle}`).set('accept-encoding', 'identity').expect(200);
  expect(plain.headers['content-encoding']).toBeUndefined();
  const page = product.get(`/u/${handle}`).set('accept-encoding', 'gzip, br');
  const { headers, text } = await page.expect(200).expect('vary', /accept-encoding/iu);
  expect(headers['content-encoding']).toBe('br');
  expect(text).toBe(plain.text);
  await product
    .get(`/u/${handle}`)
    .set('accept-encoding', 'br;q=0')
    .expect((answer) => {
      expect(answer.headers['content-encoding']).toBeUndefined();
    });
});

it('shows and hides a link at the chosen times, even when daylight saving time begins', async () => {
  // In Berlin, daylight saving time begins on 2030-03-31 at 02:00. So the offset at noon differs between the two days.
  const [from, until] = ['2030-03-30T12:00:00+01:00', '2030-03-31T12:00:00+02:00'];
  await me.addLink({ ...shop, from, until }).expect(201);
  for (const [at, isShown] of [
    ['2030-03-30T10:59:59.999Z', false],
    ['2030-03-30T11:00:00.000Z', true],
    ['2030-03-31T09:59:59.999Z', true],
    ['2030-03-31T10:00:00.000Z', false],
  ] as const) {
    product.setTime(new Date(at));
    expect((await html()).includes('My shop')).toBe(isShown);
  }
});

it('adds the affiliate parameter to a link and keeps the rest of the URL', async () => {
  const own = 'https://shop.example/item?ref=partner42&q=%E9%ff&t=a%20b&sig=~!';
  const other = 'https://shop.example/item?q=%E9%ff&t=a%20b&sig=~!';
  for (const url of [own, other]) await me.addLink({ ...shop, url }).expect(201);
  const page = (await html()).replaceAll('&amp;', '&');
  expect(page).toContain(`href="${own}"`);
  expect(page).toContain(`href="${other}&ref=${handle}"`);
});

it('removes invisible characters around a link, which office programs and keyboards add', async () => {
  await me.addLink({ ...shop, url: '\u200ehttps://shop.example/item\u200b\u200f ' }).expect(201);
  expect((await view()).links).toMatchObject([{ url: 'https://shop.example/item' }]);
});

it('returns 404 for a URL with characters that no handle has', async () => {
  for (const path of [
    '/u/%00',
    '/u/%00/card.jpg',
    '/u/%ff/card.jpg',
    '/api/linktree/user/%00',
    '/api/linktree/posts?handle=%00',
  ])
    await product.get(path).expect(404);
  const { text } = await product.get('/u/nobody_here').expect(404);
  expect((await product.get('/u/%ff').expect(404).expect('content-type', /html/u)).text).toBe(text);
});

it('shows the page at an address to which an app appended parameters without a question mark', async () => {
  const page = await html();
  for (const ending of ['&e=ATOR-x_1&s=1', '%26brid=x']) expect(await html(`${handle}${ending}`)).toBe(page);
  await product.get('/u/nobody_here&e=1').expect(404);
});

it.each(['user', 'posts', 'accounts'])('returns 404 for a query with several handles: %s', async (part) => {
  for (const query of [`handle=${handle}&handle=b`, `handle[]=${handle}`, 'handle[a]=b'])
    await product.get(`/api/linktree/${part}?${query}`).expect(404);
});

it('returns 404 with the product’s message for a handle that no user has', async () => {
  const { text } = await product.get('/u/nobody_here').expect(404).expect('content-type', /html/u);
  for (const words of [PUBLIC_PAGE_TEXT.notFoundTitle, 'noindex', PUBLIC_PAGE_TEXT.createYourOwn])
    expect(text).toContain(words);
  expect(text).toContain('The handle doesn&#39;t exist or is not public.');
  expect(error(await product.get('/api/linktree/user/nobody_here').expect(404)).code).toBe(
    'link-tree.profile-not-found',
  );
  await product.person(user, { handle: `${handle}_new` });
  await product.get(`/u/${handle}`).expect(404);
  await product.get(`/u/${handle}_new`).expect(200);
});

it('shows the picture of an account on its tile, until the account is disconnected', async () => {
  const account = 100 + users;
  const mediaUrl = `/media/${'p'.repeat(22)}.webp`;
  const write = (type: string, data: object = {}) =>
    product.write('account', account, {
      type,
      schema: type === 'AccountDisconnected' ? 2 : 1,
      data: { accountId: account, ownerId: user, ...data },
    });
  const img = `<img src="${mediaUrl}" width="36" height="36" loading="lazy" decoding="async" alt="">`;
  await product.account(user, account, 'bluesky', 'ana.bsky.social');
  expect(await html()).toContain('<div class="disc"><svg');
  await write('AccountPictureStored', { mediaUrl });
  const page = await html();
  expect(page).toContain(`<div class="face">${img}<svg class="line"`);
  expect(page).not.toContain('<div class="disc">');
  await write('AccountDisconnected', { platform: 'bluesky' });
  expect(await html()).not.toContain(mediaUrl);
  await product.account(user, account, 'bluesky', 'ana.bsky.social');
  expect(await html()).toContain('<div class="disc"><svg');
});

it('shows the hashtags of a post as platforms do', async () => {
  await publish({ title: 'Hello', hashtags: 'bread, ##rolls bread' });
  expect((await product.get(`/u/${handle}`).expect(200)).text).toContain('<p class="tags">#bread #rolls</p>');
  const posts = await product.get(`/api/linktree/posts/${handle}`).expect(200);
  expect(posts.body).toEqual([expect.objectContaining({ hashtags: '#bread #rolls' })]);
});

it('returns JSON for a handle in the path or in the query', async () => {
  await product.account(user, 100 + users, 'bluesky', 'ana.bsky.social');
  await me.addLink(shop).expect(201);
  await publish({ title: 'Hello', hashtags: '#bread', media: [picture('b'.repeat(22))] });
  const keys = (value: unknown) => Object.keys(value as object);
  const getBothWays = async (path: string) => {
    const byPath = await product.get(`/api/linktree/${path}/${handle}`).expect(200);
    const byQuery = await product.get(`/api/linktree/${path}?handle=${handle}`).expect(200);
    expect(byQuery.body).toEqual(byPath.body);
    return byPath.body as unknown;
  };
  expect(keys(await getBothWays('user'))).toEqual([
    ...['handle', 'displayName', 'firstName', 'lastName', 'isPremium', 'sentence', 'theme'],
    ...['bannerImageUrl', 'profileImageUrl'],
  ]);
  const [post] = (await getBothWays('posts')) as { media: object[] }[];
  expect(keys(post)).toEqual(['id', 'title', 'content', 'hashtags', 'publishedAt', 'media', 'platforms']);
  expect(keys(post?.media[0])).toEqual([
    ...['mediaUrl', 'mediaType', 'thumbnailUrl', 'width', 'height', 'altText'],
  ]);
  expect(await getBothWays('accounts')).toEqual([
    { platform: 'bluesky', name: 'ana.bsky.social', address: 'https://bsky.app/profile/ana.bsky.social' },
    { platform: null, name: 'My shop', address: 'https://ana.example/shop' },
  ]);
});
