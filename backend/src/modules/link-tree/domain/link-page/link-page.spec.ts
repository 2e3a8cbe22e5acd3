import { LINK_PAGE } from '@posthorn/contracts/link-tree/link-page.http';
import { specify } from '@posthorn/event-sourcing/testing';
import { expect, it } from '@jest/globals';
import { linkPageEvent, type LinkAdded, type LinkContent, type LinkPageEvent } from './link-page-events.ts';
import {
  addLink,
  changeAccountTile,
  changeBanner,
  changeLink,
  changePage,
  changePhoto,
  linkPageStream,
  orderLinks,
  removeLink,
  showPost,
} from './link-page.ts';

const given = specify(linkPageStream);
const userId = 'ana';
const shop: LinkContent = {
  title: 'My shop',
  url: 'https://ana.example/shop',
  icon: 'shop',
  from: null,
  until: null,
};
const added = (linkId: string, content = shop): LinkAdded =>
  linkPageEvent('LinkAdded', { userId, linkId, ...content });
const stateAfter = (...events: LinkPageEvent[]) =>
  events.reduce(linkPageStream.evolve, linkPageStream.initial);

it('adds a link at the end of the page, visible', () => {
  given(added('a'))
    .when((page) => addLink(page, userId, 'b', shop))
    .then(added('b'));
  expect(stateAfter(added('a'), added('b')).links).toEqual([
    { id: 'a', ...shop, shown: true },
    { id: 'b', ...shop, shown: true },
  ]);
});
it('adds a link once, however often the same request is repeated', () => {
  given(added('a'))
    .when((page) => addLink(page, userId, 'a', shop))
    .then();
});
it('refuses the fifty-first link, and accepts it after another link is removed', () => {
  const fifty = Array.from({ length: LINK_PAGE.linksMax }, (_, index) => added(String(index)));
  given(...fifty)
    .when((page) => addLink(page, userId, 'more', shop))
    .thenRejects('link-tree.too-many-links');
  const removed = linkPageEvent('LinkRemoved', { userId, linkId: '7' });
  given(...fifty, removed)
    .when((page) => addLink(page, userId, 'more', shop))
    .then(added('more'));
});

it.each([
  'javascript:alert(1)',
  ' JaVaScRiPt:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:x',
  'file:///etc/passwd',
  'mailto:ana@ana.example',
  'blob:https://ana.example/1',
  '//ana.example',
  'ana.example',
  'https://',
  'https://foo',
  'https://foo./shop',
  'https://shop example.com',
  'http://ana:secret@ana.example/',
  `https://ana.example/${'a'.repeat(LINK_PAGE.urlMax)}`,
])('refuses the URL %s', (url) => {
  given()
    .when((page) => addLink(page, userId, 'a', { ...shop, url }))
    .thenRejects('link-tree.address-not-allowed');
  given(added('a'))
    .when((page) => changeLink(page, userId, 'a', { url }))
    .thenRejects('link-tree.address-not-allowed');
});
it.each(['https://127.0.0.1/', 'https://[::1]/', 'https://ana.example./'])('accepts the URL %s', (url) => {
  given()
    .when((page) => addLink(page, userId, 'a', { ...shop, url }))
    .then(added('a', { ...shop, url }));
});
it('stores a URL as browsers normalise it', () => {
  const url = ' HTTPS://Ana.Example/a b?x="y" ';
  given()
    .when((page) => addLink(page, userId, 'a', { ...shop, url }))
    .then(added('a', { ...shop, url: 'https://ana.example/a%20b?x=%22y%22' }));
});

it('changes only the fields that are sent, and shows or hides the link without other changes', () => {
  const until = '2030-02-01T00:00:00.000Z';
  given(added('a'))
    .when((page) => changeLink(page, userId, 'a', { title: 'Sale', until, shown: false }))
    .then(
      linkPageEvent('LinkChanged', { userId, linkId: 'a', ...shop, title: 'Sale', until }),
      linkPageEvent('LinkHidden', { userId, linkId: 'a' }),
    );
  given(added('a'))
    .when((page) => changeLink(page, userId, 'a', { title: shop.title, shown: true }))
    .then();
  const hidden = linkPageEvent('LinkHidden', { userId, linkId: 'a' });
  given(added('a'), hidden)
    .when((page) => changeLink(page, userId, 'a', { shown: true }))
    .then(linkPageEvent('LinkShown', { userId, linkId: 'a' }));
  given()
    .when((page) => changeLink(page, userId, 'a', {}))
    .thenRejects('link-tree.link-not-found');
});

it('refuses a link that ends before it begins', () => {
  const [from, until] = ['2030-02-01T00:00:00.000Z', '2030-01-01T00:00:00.000Z'];
  given()
    .when((page) => addLink(page, userId, 'a', { ...shop, from, until }))
    .thenRejects('link-tree.until-before-from');
  given(added('a', { ...shop, from }))
    .when((page) => changeLink(page, userId, 'a', { until }))
    .thenRejects('link-tree.until-before-from');
});

it('removes a link once, however often the same request is repeated', () => {
  const removed = linkPageEvent('LinkRemoved', { userId, linkId: 'a' });
  given(added('a'))
    .when((page) => removeLink(page, userId, 'a'))
    .then(removed);
  given(added('a'), removed)
    .when((page) => removeLink(page, userId, 'a'))
    .then();
});

it('reorders links when the request contains each of them once', () => {
  const both = [added('a'), added('b')];
  const ordered = linkPageEvent('LinksOrdered', { userId, linkIds: ['b', 'a'] });
  given(...both)
    .when((page) => orderLinks(page, userId, ['b', 'a']))
    .then(ordered);
  given(...both)
    .when((page) => orderLinks(page, userId, ['a', 'b']))
    .then();
  expect(stateAfter(...both, ordered).links.map(({ id }) => id)).toEqual(['b', 'a']);
  for (const ids of [['a'], ['a', 'a'], ['a', 'b', 'c'], []])
    given(...both)
      .when((page) => orderLinks(page, userId, ids))
      .thenRejects('link-tree.order-not-complete');
});

it('changes sentence, theme and listing separately', () => {
  given()
    .when((page) => changePage(page, userId, { theme: 'forest' }))
    .then(linkPageEvent('PageChanged', { userId, sentence: '', listed: true, theme: 'forest' }));
  given()
    .when((page) => changePage(page, userId, { listed: true }))
    .then();
});

it('keeps the newest banner, and none after a removal', () => {
  const media = [{ mediaUrl: '/media/a.webp', width: 1200, height: 400 }];
  const changed = linkPageEvent('BannerChanged', { userId, media });
  given()
    .when((page) => changeBanner(page, userId, media))
    .then(changed);
  given(changed)
    .when((page) => changeBanner(page, userId, media))
    .then();
  given(changed)
    .when((page) => changeBanner(page, userId, []))
    .then(linkPageEvent('BannerChanged', { userId, media: null }));
  given()
    .when((page) => changeBanner(page, userId, []))
    .then();
});

it('hides a post and shows it again', () => {
  const hidden = linkPageEvent('PostHiddenOnPage', { userId, postId: 7 });
  given()
    .when((page) => showPost(page, userId, 7, false))
    .then(hidden);
  given(hidden)
    .when((page) => showPost(page, userId, 7, false))
    .then();
  given(hidden)
    .when((page) => showPost(page, userId, 7, true))
    .then(linkPageEvent('PostShownOnPage', { userId, postId: 7 }));
});

it('moves one link, and keeps the order that another window gave to all others', () => {
  const three = [added('a'), added('b'), added('c')];
  const byOtherWindow = linkPageEvent('LinksOrdered', { userId, linkIds: ['c', 'a', 'b'] });
  given(...three, byOtherWindow)
    .when((page) => changeLink(page, userId, 'b', { after: null }))
    .then(linkPageEvent('LinksOrdered', { userId, linkIds: ['b', 'c', 'a'] }));
  given(...three)
    .when((page) => changeLink(page, userId, 'b', { after: 'a' }))
    .then();
  given(...three)
    .when((page) => changeLink(page, userId, 'a', { after: 'removed' }))
    .thenRejects('link-tree.order-not-complete');
});

const tileOf = (accountId: number) => ({ accountId, known: [1, 2, 3] });
it('hides an account on the page and shows it again', () => {
  const hidden = linkPageEvent('AccountHiddenOnPage', { userId, accountId: 2 });
  given()
    .when((page) => changeAccountTile(page, userId, tileOf(2), { shown: false }))
    .then(hidden);
  given(hidden)
    .when((page) => changeAccountTile(page, userId, tileOf(2), { shown: false }))
    .then();
  given(hidden)
    .when((page) => changeAccountTile(page, userId, tileOf(2), { shown: true }))
    .then(linkPageEvent('AccountShownOnPage', { userId, accountId: 2 }));
  given()
    .when((page) => changeAccountTile(page, userId, tileOf(2), {}))
    .then();
});
it('moves one account, even next to new or inactive accounts', () => {
  const ordered = (...accountIds: number[]) => linkPageEvent('AccountsOrdered', { userId, accountIds });
  given()
    .when((page) => changeAccountTile(page, userId, tileOf(3), { after: null }))
    .then(ordered(3, 1, 2));
  // Account 9 is inactive, and account 2 is new.
  given(ordered(3, 9, 1))
    .when((page) => changeAccountTile(page, userId, tileOf(2), { after: 3 }))
    .then(ordered(3, 2, 9, 1));
  given(ordered(3, 1, 2))
    .when((page) => changeAccountTile(page, userId, tileOf(1), { after: 3 }))
    .then();
  for (const after of [1, 77])
    given()
      .when((page) => changeAccountTile(page, userId, tileOf(1), { after }))
      .thenRejects('link-tree.order-not-complete');
});

it('keeps the newest photo, and none after a removal', () => {
  const media = [{ mediaUrl: '/media/a.webp', width: 512, height: 512 }];
  const changed = linkPageEvent('PhotoChanged', { userId, media });
  given()
    .when((page) => changePhoto(page, userId, media))
    .then(changed);
  given(changed)
    .when((page) => changePhoto(page, userId, media))
    .then();
  given(changed)
    .when((page) => changePhoto(page, userId, []))
    .then(linkPageEvent('PhotoChanged', { userId, media: null }));
});
