import { appState, currentUser, type UserView } from '@posthorn/contracts/identity/session.http';
import {
  addLink,
  changeLink,
  changeLinkPage,
  changePageAccount,
  getLinkPage,
  LINK_PAGE_TEXT,
  removeBanner,
  removeLink,
  showPostOnPage,
  uploadBanner,
  type LinkPageView,
} from '@posthorn/contracts/link-tree/link-page.http';
import { PHOTO_REPLY_TEXT, removePhoto, uploadPhoto } from '@posthorn/contracts/link-tree/photo.http';
import { listAccounts, type AccountView } from '@posthorn/contracts/integrations/accounts.http';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { accessibilityFaults } from '#testing/axe.ts';
import { answer, refuse } from '#testing/fake-server.ts';
import { renderApp } from '#testing/render-app.tsx';
import { EDITOR_TEXT } from '#features/link-tree/messages/editor.en.ts';
import {
  aBlueskyAccount,
  aLinkPage,
  aMastodonAccount,
  anOwnLink,
  aPageAccount,
  aUser,
} from '#testing/views.ts';
import { onDesk } from '#testing/window-width.ts';

const user = userEvent.setup();
let me: UserView;
let page: LinkPageView;
let accounts: AccountView[];
/** The requests to the fake server. */
let requests: unknown[];

const SHOP = anOwnLink();
const NEWS = anOwnLink({
  id: 'l2',
  title: 'Newsletter',
  url: 'https://ana.example/news',
  icon: 'newsletter',
});
const SHOW = anOwnLink({ id: 'l3', title: 'Show', url: 'https://ana.example/show', icon: 'event' });

beforeEach(() => {
  localStorage.clear();
  onDesk(true);
  me = aUser({ handle: 'ana', timezone: 'Europe/Madrid' });
  page = aLinkPage({ address: 'https://app.example/u/ana', links: [SHOP, NEWS, SHOW] });
  accounts = [];
  requests = [];
  answer(appState, () => ({ sandbox: false, sandboxUrl: null, version: '0.1.0', signInProviders: [] }));
  answer(currentUser, () => me);
  answer(getLinkPage, () => page);
  answer(listAccounts, () => accounts);
  answer(changeLinkPage, (change) => {
    requests.push(change);
    page = { ...page, ...change };
  });
  answer(changeLink, ({ after, ...change }, { id }) => {
    requests.push({ id, ...change, ...(after !== undefined && { after }) });
    const links = page.links.map((link) => (link.id === id ? { ...link, ...change } : link));
    page = { ...page, links: withMoved(links, ({ id: each }) => each, String(id), after) };
  });
  answer(changePageAccount, ({ after, ...change }, { accountId }) => {
    requests.push({ accountId, ...change, ...(after !== undefined && { after }) });
    const tiles = page.accounts.map((tile) =>
      String(tile.accountId) === accountId ? { ...tile, ...change } : tile,
    );
    const place = after === undefined || after === null ? after : String(after);
    page = {
      ...page,
      accounts: withMoved(tiles, (tile) => String(tile.accountId), String(accountId), place),
    };
  });
});

/** Returns the items in the order that the server gives them after a move. */
function withMoved<Item>(
  items: readonly Item[],
  idOf: (item: Item) => string,
  id: string,
  after: string | null | undefined,
): readonly Item[] {
  if (after === undefined) return items;
  const others = items.filter((item) => idOf(item) !== id);
  const index = after === null ? 0 : others.findIndex((item) => idOf(item) === after) + 1;
  return others.toSpliced(index, 0, ...items.filter((item) => idOf(item) === id));
}

afterEach(() => {
  jest.restoreAllMocks();
});

const links = async () => within(await screen.findByRole('list', { name: 'Links in the order of the page' }));
const titles = async () =>
  (await links())
    .getAllByRole('button', { name: /^Move /u })
    .map((button) => button.getAttribute('aria-label'));
const choose = async (title: string, item: string) => {
  await user.click((await links()).getByRole('button', { name: `More for ${title}` }));
  await user.click(await screen.findByRole('menuitem', { name: item }));
};

it('shows a preview of the page next to the fields', async () => {
  renderApp('/settings/link-page');
  const picture = await screen.findByTitle('Your page, as visitors see it');
  expect(picture.getAttribute('src')).toBe('/u/ana');
  screen.getByText('app.example/u/ana');
  expect(screen.getByRole('link', { name: 'View Page' }).getAttribute('href')).toBe(
    'https://app.example/u/ana',
  );
  expect(await accessibilityFaults()).toEqual([]);
});
it('shows the page in a tab on a phone', async () => {
  onDesk(false);
  renderApp('/settings/link-page');
  await links();
  expect(screen.queryByTitle('Your page, as visitors see it')).toBeNull();
  await user.click(screen.getByRole('tab', { name: 'Preview' }));
  await screen.findByTitle('Your page, as visitors see it');
});
it('asks a user without a page to set a handle', async () => {
  me = aUser();
  renderApp('/settings/link-page');
  await screen.findByText('Set a handle to see your page here.');
  screen.getByRole('button', { name: 'Set Handle' });
});

it("adds a link, with https when no scheme was typed, and its times in the user's zone", async () => {
  answer(addLink, (link) => {
    requests.push(link);
    page = { ...page, links: [...page.links, anOwnLink({ id: 'l4', ...link })] };
    return { id: 'l4' };
  });
  renderApp('/settings/link-page');
  await user.click(await screen.findByRole('button', { name: 'Add link' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add link' }));
  expect(await accessibilityFaults()).toEqual([]);
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await dialog.findByText(LINK_PAGE_TEXT.titleRequired);
  dialog.getByText(LINK_PAGE_TEXT.urlRequired);
  await user.type(dialog.getByRole('textbox', { name: 'Title' }), 'Book');
  const address = dialog.getByRole('textbox', { name: 'Address' });
  await user.type(address, 'javascript:alert(1)');
  await dialog.findByText(LINK_PAGE_TEXT.addressNotAllowed);
  await user.clear(address);
  await user.type(address, 'ana.example/book');
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Icon' }), 'Book');
  const [from, until] = [dialog.getByLabelText(/^Show from/u), dialog.getByLabelText(/^Show until/u)];
  await user.type(from, '2035-07-01T10:00');
  await user.type(until, '2035-06-01T10:00');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await dialog.findByText(LINK_PAGE_TEXT.untilBeforeFrom);
  expect(requests).toEqual([]);
  await user.clear(until);
  await user.type(until, '2035-08-01T10:00');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await (await links()).findByText('Book');
  expect(requests).toEqual([
    {
      title: 'Book',
      url: 'https://ana.example/book',
      icon: 'book',
      from: '2035-07-01T08:00:00.000Z',
      until: '2035-08-01T08:00:00.000Z',
    },
  ]);
  (await links()).getByText('From Sun 1 Jul 2035, 10:00');
});
it('keeps the form and its input when the server refuses', async () => {
  refuse(addLink, 409, { code: 'link-tree.too-many-links', message: LINK_PAGE_TEXT.linksMax });
  renderApp('/settings/link-page');
  await user.click(await screen.findByRole('button', { name: 'Add link' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add link' }));
  await user.type(dialog.getByRole('textbox', { name: 'Title' }), 'Book');
  await user.type(dialog.getByRole('textbox', { name: 'Address' }), 'ana.example');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await dialog.findByText(LINK_PAGE_TEXT.linksMax);
  expect(dialog.getByRole('textbox', { name: 'Title' })).toHaveProperty('value', 'Book');
});
it('changes a link', async () => {
  renderApp('/settings/link-page');
  await choose('Shop', 'Edit');
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit link' }));
  const title = dialog.getByRole('textbox', { name: 'Title' });
  await user.clear(title);
  await user.type(title, 'Bakery');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await (await links()).findByText('Bakery');
  expect(requests).toEqual([{ id: 'l1', title: 'Bakery' }]);
});

it('sends only the fields that the user changed, and keeps what another window changed meanwhile', async () => {
  // In Madrid, 02:30 occurs twice on this day. This is the second time.
  const from = '2029-10-28T01:30:00.000Z';
  page = { ...page, links: [{ ...SHOP, from }, NEWS, SHOW] };
  renderApp('/settings/link-page');
  await choose('Shop', 'Edit');
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit link' }));
  const url = 'https://ana.example/moved';
  page = { ...page, links: [{ ...SHOP, from, url }, NEWS, SHOW] };
  await user.type(dialog.getByLabelText('Title'), 's');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await (await links()).findByText('Shops');
  expect(requests).toEqual([{ id: SHOP.id, title: 'Shops' }]);
  (await links()).getByText('ana.example/moved');
});

it('orders links by menu and by keyboard, announces the new position, and keeps the focus', async () => {
  renderApp('/settings/link-page');
  await choose('Show', 'Move to the top');
  await screen.findByText('Show is now 1 of 3.');
  expect(await titles()).toEqual(['Move Show', 'Move Shop', 'Move Newsletter']);
  const handle = (await links()).getByRole('button', { name: 'Move Shop' });
  handle.focus();
  await user.keyboard('{ArrowDown}');
  await screen.findByText('Shop is now 3 of 3.');
  expect(document.activeElement).toBe(handle);
  await waitFor(() => {
    expect(requests).toEqual([
      { id: 'l3', after: null },
      { id: 'l1', after: 'l2' },
    ]);
  });
  await user.keyboard('{ArrowDown}');
  expect(requests).toHaveLength(2);
});
it('restores the order of links and shows the reason when the server refuses', async () => {
  refuse(changeLink, 409, {
    code: 'link-tree.order-not-complete',
    message: LINK_PAGE_TEXT.orderNotComplete,
  });
  renderApp('/settings/link-page');
  await choose('Show', 'Move up');
  await screen.findByText(LINK_PAGE_TEXT.orderNotComplete);
  await waitFor(async () => {
    expect(await titles()).toEqual(['Move Shop', 'Move Newsletter', 'Move Show']);
  });
});
it('orders accounts by keyboard and by menu, hides an account, and lists those that cannot be shown', async () => {
  const names = ['ana.bsky.social', 'ana.example', 'ana'];
  page = { ...page, accounts: names.map((name, index) => aPageAccount({ accountId: index + 1, name })) };
  const unknown = aPageAccount({ accountId: 9, platform: 'linkedin', name: 'Ana Lima', hasAddress: false });
  page = { ...page, accounts: [...page.accounts, unknown] };
  renderApp('/settings/link-page');
  const list = within(await screen.findByRole('list', { name: 'Accounts in the order of the page' }));
  const handle = list.getByRole('button', { name: 'Move Bluesky account ana' });
  handle.focus();
  await user.keyboard('{ArrowUp}');
  await screen.findByText('Bluesky account ana is now 2 of 3.');
  expect(document.activeElement).toBe(handle);
  await user.click(list.getByRole('button', { name: 'More for Bluesky account ana.example' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Move to the top' }));
  await user.click(list.getByRole('switch', { name: 'Show Bluesky account ana on the page' }));
  await list.findByText('Hidden');
  await waitFor(() => {
    expect(requests).toEqual([
      { accountId: '3', after: 1 },
      { accountId: '2', after: null },
      { accountId: '3', shown: false },
    ]);
  });
  expect(list.getAllByRole('button', { name: /^Move /u }).map((each) => each.ariaLabel)).toEqual(
    ['ana.example', 'ana.bsky.social', 'ana'].map((name) => `Move Bluesky account ${name}`),
  );
  const line = screen.getByText('Not on your page: we do not know the address of this profile.');
  expect(line.closest('li')?.textContent).toContain('Ana Lima');
  expect(screen.queryByRole('switch', { name: /Ana Lima/u })).toBeNull();
  expect(await accessibilityFaults()).toEqual([]);
});
it('hides a link without a confirmation', async () => {
  renderApp('/settings/link-page');
  await user.click(await screen.findByRole('switch', { name: 'Show Shop on the page' }));
  await (await links()).findByText('Hidden');
  await waitFor(() => {
    expect(requests).toEqual([{ id: 'l1', shown: false }]);
  });
});
it('asks before it removes a link', async () => {
  answer(removeLink, (_nothing, { id }) => {
    requests.push(id);
    page = { ...page, links: page.links.filter((link) => link.id !== id) };
  });
  renderApp('/settings/link-page');
  await choose('Newsletter', 'Remove');
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Remove Newsletter?' }));
  await user.click(dialog.getByRole('button', { name: 'Remove' }));
  await waitFor(async () => {
    expect((await links()).queryByText('Newsletter')).toBeNull();
  });
  expect(requests).toEqual(['l2']);
});

it('moves the focus after a removal to the next link, the previous link, or the add button', async () => {
  answer(removeLink, (_nothing, { id }) => {
    page = { ...page, links: page.links.filter((link) => link.id !== id) };
  });
  renderApp('/settings/link-page');
  for (const [title, next] of [
    ['Newsletter', 'More for Show'],
    ['Show', 'More for Shop'],
    ['Shop', 'Add link'],
  ] as const) {
    await choose(title, 'Remove');
    await user.click(await screen.findByRole('button', { name: 'Remove' }));
    await waitFor(() => {
      expect(screen.queryByText(title)).toBeNull();
      expect(document.activeElement).toBe(screen.getByRole('button', { name: next }));
    });
  }
});

it('shows the clicks on each link and account, and explains once how they are counted', async () => {
  page = aLinkPage({
    links: [{ ...SHOP, seen: { clicks: 1200, visitors: 1 } }, NEWS],
    accounts: [aPageAccount({ seen: { clicks: 1, visitors: 2 } })],
  });
  renderApp('/settings/link-page');
  (await links()).getByText('1,200 clicks, 1 visitor');
  (await links()).getByText('No clicks yet');
  const accounts = within(screen.getByRole('region', { name: 'Connected accounts' }));
  accounts.getByText('1 click, 2 visitors');
  expect(screen.getAllByText(EDITOR_TEXT.clicks.about)).toHaveLength(1);
});
it('explains how clicks are counted next to the accounts when the user has no own links', async () => {
  page = aLinkPage({ accounts: [aPageAccount()] });
  renderApp('/settings/link-page');
  await within(await screen.findByRole('region', { name: 'Connected accounts' })).findByText(
    EDITOR_TEXT.clicks.about,
  );
});

it('lists an account that must be reconnected before the page shows it again, with a link', async () => {
  accounts = [aBlueskyAccount({ status: 'needs-reconnect' }), aMastodonAccount()];
  const mastodon = aPageAccount({ accountId: 8, platform: 'mastodon', name: 'ana@mastodon.social' });
  page = { ...page, accounts: [mastodon] };
  renderApp('/settings/link-page');
  const card = within(await screen.findByRole('region', { name: 'Connected accounts' }));
  const [active, lapsed] = card.getAllByRole('listitem');
  expect(active?.textContent).toContain('ana@mastodon.social MastodonNo clicks yet');
  expect(lapsed?.textContent).toContain('ana.bsky.social BlueskyReconnect it to show it again');
  expect(card.getByRole('link', { name: 'Reconnect it to show it again' }).getAttribute('href')).toBe(
    '/settings#connected-accounts',
  );
  expect(await accessibilityFaults()).toEqual([]);
});
it.each([
  [[], true],
  [[aBlueskyAccount({ status: 'needs-reconnect' })], false],
])(
  'says that no account is connected only if the user has none, not even one to reconnect',
  async (connected, isSaid) => {
    accounts = connected;
    renderApp('/settings/link-page');
    const card = within(await screen.findByRole('region', { name: 'Connected accounts' }));
    expect(card.queryByText('No account is connected.') !== null).toBe(isSaid);
    expect(card.queryByRole('link', { name: 'Connect an account' }) !== null).toBe(isSaid);
  },
);

it('saves the sentence, the theme and whether search engines may list the page', async () => {
  renderApp('/settings/link-page');
  const box = await screen.findByRole('textbox', { name: 'One sentence below your name' });
  await user.type(box, 'Bread and pots.');
  await user.click(screen.getByRole('button', { name: 'Save sentence' }));
  await user.click(screen.getByRole('radio', { name: 'Forest' }));
  await user.click(screen.getByRole('switch', { name: /^Show my page in search engines/u }));
  await waitFor(() => {
    expect(requests).toEqual([{ sentence: 'Bread and pots.' }, { theme: 'forest' }, { listed: false }]);
  });
  expect(screen.getByRole('radio', { name: 'Forest' })).toHaveProperty('checked', true);
  await user.type(box, 'x'.repeat(144));
  await screen.findByText('1 character left. Not saved yet.');
  await user.type(box, 'xx');
  await screen.findByText(/^1 character too many\./u);
  await user.type(box, 'xxxx');
  await screen.findByText(LINK_PAGE_TEXT.sentenceMax);
  await user.click(screen.getByRole('button', { name: 'Save sentence' }));
  expect(requests).toHaveLength(3);
});
it('keeps an unsaved sentence across the preview tab and a reload until it is saved', async () => {
  onDesk(false);
  renderApp('/settings/link-page');
  const box = () => screen.findByRole('textbox', { name: 'One sentence below your name' });
  await user.type(await box(), 'Bread and pots.');
  screen.getByText('145 characters left. Not saved yet.');
  await user.click(screen.getByRole('tab', { name: 'Preview' }));
  await user.click(screen.getByRole('tab', { name: 'Edit' }));
  expect(await box()).toHaveProperty('value', 'Bread and pots.');
  cleanup();
  renderApp('/settings/link-page');
  expect(await box()).toHaveProperty('value', 'Bread and pots.');
  await user.click(screen.getByRole('button', { name: 'Save sentence' }));
  await screen.findByText('145 characters left.');
  cleanup();
  page = { ...page, sentence: 'Changed elsewhere.' };
  renderApp('/settings/link-page');
  expect(await box()).toHaveProperty('value', 'Changed elsewhere.');
});
it('keeps what the user types into the sentence while it is being saved, without a message about other windows', async () => {
  onDesk(false);
  let release: () => void = () => undefined;
  answer(changeLinkPage, async (change) => {
    await new Promise<void>((resolve) => {
      release = resolve;
    });
    page = { ...page, ...change };
  });
  renderApp('/settings/link-page');
  const box = await screen.findByRole('textbox', { name: 'One sentence below your name' });
  fireEvent.change(box, { target: { value: 'Bred and pots.' } });
  await user.click(screen.getByRole('button', { name: 'Save sentence' }));
  await screen.findByRole('button', { name: /^Saving/u });
  fireEvent.change(box, { target: { value: 'Bread and pots.' } });
  release();
  await screen.findByRole('button', { name: 'Save sentence' });
  expect(box).toHaveProperty('value', 'Bread and pots.');
  screen.getByText(/Not saved yet/u);
  expect(screen.queryByText(/another sentence was saved/u)).toBeNull();
});
it('reports a sentence that was saved elsewhere while the user typed another one', async () => {
  onDesk(false);
  const box = () => screen.findByRole('textbox', { name: 'One sentence below your name' });
  renderApp('/settings/link-page');
  await user.type(await box(), 'Bread and pots.');
  expect(screen.queryByText(/saved elsewhere/u)).toBeNull();
  cleanup();
  page = { ...page, sentence: 'Cakes and cups.' };
  renderApp('/settings/link-page');
  expect(await box()).toHaveProperty('value', 'Bread and pots.');
  // Further typing does not hide the message about the other sentence.
  await user.type(await box(), ' Daily.');
  await screen.findByText(
    /While you were typing, another sentence was saved in another window: “Cakes and cups\.”/u,
  );
  await user.click(screen.getByRole('button', { name: 'Discard mine' }));
  expect(await box()).toHaveProperty('value', 'Cakes and cups.');
  expect(screen.queryByText(/saved elsewhere/u)).toBeNull();
  cleanup();
  page = { ...page, sentence: 'Third.' };
  renderApp('/settings/link-page');
  expect(await box()).toHaveProperty('value', 'Third.');
});
it('does not report a conflict when the sentence saved elsewhere equals the typed one', async () => {
  onDesk(false);
  const box = () => screen.findByRole('textbox', { name: 'One sentence below your name' });
  renderApp('/settings/link-page');
  await user.type(await box(), 'Bread and pots.');
  cleanup();
  page = { ...page, sentence: 'Bread and pots.' };
  renderApp('/settings/link-page');
  expect(await box()).toHaveProperty('value', 'Bread and pots.');
  screen.getByText('145 characters left.');
  expect(screen.queryByText(/saved elsewhere/u)).toBeNull();
});
it('hides a post from the page', async () => {
  const post = { postId: 5, label: 'Fresh bread', publishedAt: '2026-01-01T12:00:00Z', thumbnailUrl: null };
  page = { ...page, posts: [{ ...post, hidden: false }] };
  answer(showPostOnPage, (change, { postId }) => {
    requests.push({ postId, ...change });
    page = { ...page, posts: page.posts.map((each) => ({ ...each, hidden: !change.shown })) };
  });
  renderApp('/settings/link-page');
  await user.click(await screen.findByRole('switch', { name: 'Show Fresh bread on the page' }));
  await waitFor(() => {
    expect(requests).toEqual([{ postId: '5', shown: false }]);
  });
});

it('links a free user to Premium, and says that the old banner is kept', async () => {
  page = { ...page, bannerImageUrl: '/media/banner.webp' };
  renderApp('/settings/link-page#banner');
  const card = within(await screen.findByRole('region', { name: 'Banner' }));
  expect(card.getByRole('link', { name: /set a banner$/u }).getAttribute('href')).toBe('/subscribe');
  card.getByText('Your banner is kept. With Premium, visitors see it again.');
  expect(card.queryByLabelText(/picture/u)).toBeNull();
  expect(document.activeElement?.textContent).toBe('Banner');
});
it('sets a banner, and removes it', async () => {
  me = aUser({ handle: 'ana', isPremium: true });
  answer(uploadBanner, (_body, { userId }) => {
    requests.push(userId);
    page = { ...page, bannerImageUrl: '/media/banner.webp', bannerShown: true };
    return { bannerImageUrl: '/media/banner.webp' };
  });
  answer(removeBanner, () => {
    page = { ...page, bannerImageUrl: null };
    return { bannerImageUrl: null };
  });
  renderApp('/settings/link-page');
  const card = within(await screen.findByRole('region', { name: 'Banner' }));
  await user.upload(card.getByLabelText('Choose a picture'), new File(['x'], 'b.png', { type: 'image/png' }));
  await screen.findByText(LINK_PAGE_TEXT.bannerUpdated);
  expect(card.getByRole('img', { name: 'Your banner' }).getAttribute('src')).toBe('/media/banner.webp');
  expect(requests).toEqual([me.id]);
  await user.click(card.getByRole('button', { name: 'Remove banner' }));
  await screen.findByText('Banner removed');
  await card.findByLabelText('Choose a picture');
});
it('shows why a banner was refused', async () => {
  me = aUser({ handle: 'ana', isPremium: true });
  refuse(uploadBanner, 415, { message: LINK_PAGE_TEXT.bannerNotSupported });
  renderApp('/settings/link-page');
  await user.upload(
    await screen.findByLabelText('Choose a picture'),
    new File(['x'], 'b.png', { type: 'image/png' }),
  );
  await screen.findByText(LINK_PAGE_TEXT.bannerFailedTitle);
  screen.getByText(LINK_PAGE_TEXT.bannerNotSupported);
});

/** Fakes the functions of the browser's canvas that the crop calls and jsdom lacks. */
function fakePictures(read: () => Promise<ImageBitmap>) {
  const drawn: number[][] = [];
  const context = {
    fillRect: () => undefined,
    drawImage: (_: unknown, ...sizes: number[]) => drawn.push(sizes),
  };
  Object.assign(globalThis, { createImageBitmap: read });
  const canvas = HTMLCanvasElement.prototype;
  jest.spyOn(canvas, 'getContext').mockReturnValue(context as unknown as null);
  jest.spyOn(canvas, 'toBlob').mockImplementation((take, type) => {
    take(new Blob(['jpeg'], { type: type ?? '' }));
  });
  return drawn;
}
const aPicture = () => Promise.resolve({ width: 900, height: 600, close: () => undefined } as ImageBitmap);
const PNG = new File(['x'], 'me.png', { type: 'image/png' });

it('crops a photo to a square with the keyboard, uploads it, and removes it', async () => {
  const drawn = fakePictures(aPicture);
  answer(uploadPhoto, (_body, { userId }) => {
    requests.push(userId);
    return { profileImageUrl: '/media/photo.webp' };
  });
  answer(removePhoto, () => ({ profileImageUrl: null }));
  renderApp('/settings/link-page');
  const card = within(await screen.findByRole('region', { name: 'Photo' }));
  await user.upload(card.getByLabelText('Choose a photo'), PNG);
  const dialog = within(await screen.findByRole('dialog', { name: 'Choose the part to show' }));
  const zoom = await dialog.findByRole('slider', { name: 'Zoom' });
  expect(drawn.at(-1)).toEqual([150, 0, 600, 600, 0, 0, 512, 512]);
  fireEvent.change(zoom, { target: { value: '2' } });
  fireEvent.change(dialog.getByRole('slider', { name: 'Left to right' }), { target: { value: '1' } });
  fireEvent.change(dialog.getByRole('slider', { name: 'Top to bottom' }), { target: { value: '0' } });
  expect(zoom.getAttribute('aria-valuetext')).toBe('2.0 times');
  expect(await accessibilityFaults()).toEqual([]);
  await user.click(dialog.getByRole('button', { name: 'Save photo' }));
  await screen.findByText(PHOTO_REPLY_TEXT.updated);
  expect(drawn.at(-1)).toEqual([600, 0, 300, 300, 0, 0, 300, 300]);
  expect(requests).toEqual([me.id]);
  expect(screen.queryByRole('dialog')).toBeNull();
  // The photo appears next to its buttons and in the navigation.
  expect(document.querySelectorAll('img[src="/media/photo.webp"]')).toHaveLength(2);
  await user.click(card.getByRole('button', { name: 'Remove photo' }));
  await screen.findByText('Photo removed');
  expect(document.querySelector('img[src="/media/photo.webp"]')).toBeNull();
});
it('says that the browser cannot open a picture, and sends nothing', async () => {
  fakePictures(() => Promise.reject(new Error('broken')));
  renderApp('/settings/link-page');
  const card = within(await screen.findByRole('region', { name: 'Photo' }));
  await user.upload(card.getByLabelText('Choose a photo'), PNG);
  const dialog = within(await screen.findByRole('dialog', { name: 'Choose the part to show' }));
  await dialog.findByText('Your browser cannot open this picture. Please choose another one.');
  expect(dialog.getByRole('button', { name: 'Save photo' })).toHaveProperty('disabled', true);
});
