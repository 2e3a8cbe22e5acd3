import { PROFILE_TEXT, updateUser, type UpdateUserRequest } from '@posthorn/contracts/identity/profile.http';
import {
  appState,
  currentUser,
  listSessions,
  type UserView,
} from '@posthorn/contracts/identity/session.http';
import { listAccounts } from '@posthorn/contracts/integrations/accounts.http';
import { listPlatforms } from '@posthorn/contracts/integrations/platforms.http';
import { getLinkPage } from '@posthorn/contracts/link-tree/link-page.http';
import { beforeEach, expect, it, jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { accessibilityFaults } from '#testing/axe.ts';
import { answer, refuse } from '#testing/fake-server.ts';
import { renderApp } from '#testing/render-app.tsx';
import { aBlueskyAccount, aLinkPage, anOwnLink, aPlatform, aUser } from '#testing/views.ts';
import { onDesk } from '#testing/window-width.ts';

const user = userEvent.setup();
let me: UserView;
let sent: UpdateUserRequest[];

beforeEach(() => {
  onDesk(true);
  me = aUser();
  sent = [];
  answer(appState, () => ({ sandbox: false, sandboxUrl: null, version: '0.1.0', signInProviders: [] }));
  answer(currentUser, () => me);
  answer(listAccounts, () => [aBlueskyAccount()]);
  answer(listSessions, () => []);
  answer(updateUser, ({ handle }) => {
    sent.push({ ...(handle !== undefined && { handle }) });
    me = { ...me, handle: handle ?? me.handle };
    return me;
  });
});

const headings = () =>
  screen
    .getAllByRole('region')
    .filter((region) => region.closest('[data-section]'))
    .map((region) => within(region).getByRole('heading', { level: 2 }).textContent);
const list = async () => within(await screen.findByRole('navigation', { name: 'Sections' }));
const search = () => screen.findByRole('searchbox', { name: 'Search settings' });
const ALL = [
  'Connected Accounts',
  'Account',
  'Appearance',
  'Link page',
  'Analytics',
  'AI Reply Personality',
  'Post Defaults',
  'Comment Moderation',
  'Notifications',
  'Timezone Settings',
  'Signing in',
  'Plan',
  'API Access',
  'Your data',
  'Delete account',
];

it('lists the sections at the side on wide screens', async () => {
  renderApp('/settings');
  const sections = await list();
  expect(sections.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(ALL);
  await waitFor(() => {
    expect(headings()).toEqual(ALL);
  });
  expect(await accessibilityFaults()).toEqual([]);
});
it('lists the sections on a phone, and opens each section on a separate screen', async () => {
  onDesk(false);
  const router = renderApp('/settings');
  const sections = await list();
  expect(sections.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(ALL);
  expect(screen.queryAllByRole('region')).toEqual([]);
  screen.getByRole('link', { name: 'Log Out' });
  expect(await accessibilityFaults()).toEqual([]);
  await user.type(await search(), 'clock');
  expect((await list()).getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'Timezone Settings',
  ]);
  await user.click((await list()).getByRole('link', { name: 'Timezone Settings' }));
  await screen.findByLabelText('Time zone');
  expect(router.state.location.href).toBe('/settings/timezone');
  expect(screen.getAllByRole('region')).toHaveLength(1);
  expect(document.title).toBe('Timezone Settings · Posthorn');
  expect(await accessibilityFaults()).toEqual([]);
  await user.click(screen.getByRole('link', { name: 'Back to Settings' }));
  await search();
});
it('returns to the same screen after a consent that began on a phone', async () => {
  onDesk(false);
  answer(listPlatforms, () => [aPlatform()]);
  renderApp('/settings/connected-accounts');
  const link = await screen.findByRole('link', { name: 'Connect Bluesky' });
  expect(new URL(link.getAttribute('href') ?? '', 'https://x.example').searchParams.get('return')).toBe(
    '/settings/connected-accounts',
  );
});
it('says on a phone when no section matches the search', async () => {
  onDesk(false);
  renderApp('/settings');
  await user.type(await search(), 'rocket fuel');
  screen.getByText('No setting found');
});
it.each([
  ['/settings#comment-moderation', '/settings/comment-moderation'],
  ['/settings#link-page', '/settings/page'],
  ['/settings/rocket-fuel', '/settings'],
  ['/settings?problem=taken&provider=linkedin', '/settings/sign-in?problem=taken&provider=linkedin'],
])('redirects a phone from %s to %s', async (from, to) => {
  onDesk(false);
  const router = renderApp(from);
  await waitFor(() => {
    expect(router.state.location.href).toBe(to);
  });
});

it.each([
  ['dark', ['Appearance']],
  ['  BSKY ana ', ['Connected Accounts']],
  ['url', ['Link page']],
])('finds sections by their text, and by related words: %s', async (words, found) => {
  renderApp('/settings');
  await user.type(await search(), words);
  expect(headings()).toEqual(found);
  expect((await list()).getAllByRole('link').map(({ textContent }) => textContent)).toEqual(found);
  screen.getByText('1 section found');
  await user.click(screen.getByRole('button', { name: 'Clear search' }));
  expect(headings()).toEqual(ALL);
});
it.each([
  ['theme', 'Appearance'],
  ['logout', 'Signing in'],
  ['sign out', 'Signing in'],
  ['signout', 'Signing in'],
  ['email', 'Account'],
  ['email', 'Notifications'],
  ['clicks', 'Link page'],
  ['developer', 'API Access'],
])('finds a section by a synonym: %s', async (words, heading) => {
  renderApp('/settings');
  await user.type(await search(), words);
  expect(headings()).toContain(heading);
});
it('says when no section matches the search, and shows all again', async () => {
  renderApp('/settings');
  await user.type(await search(), 'rocket fuel');
  screen.getByRole('heading', { name: 'No setting found' });
  expect(await accessibilityFaults()).toEqual([]);
  const [, clear] = screen.getAllByRole('button', { name: 'Clear search' });
  if (clear) await user.click(clear);
  expect(headings()).toEqual(ALL);
  expect(await search()).toHaveProperty('value', '');
});
it('keeps the input of a section while a search hides the section', async () => {
  renderApp('/settings');
  const zone = await screen.findByLabelText('Time zone');
  await user.clear(zone);
  await user.type(zone, 'Tok');
  await user.type(await search(), 'dark');
  await user.clear(await search());
  expect(screen.getByLabelText('Time zone')).toHaveProperty('value', 'Tok');
});

it('focuses the section in the URL, and marks it in the list', async () => {
  renderApp('/settings#comment-moderation');
  await waitFor(() => {
    expect(document.activeElement?.textContent).toBe('Comment Moderation');
  });
  await waitFor(async () => {
    const current = (await list()).getByRole('link', { current: 'location' });
    expect(current.textContent).toBe('Comment Moderation');
  });
});
it('moves the focus to the section when the user comes from another screen', async () => {
  renderApp('/settings/link-page');
  await user.click(await screen.findByRole('link', { name: 'Back to Settings' }));
  await screen.findByRole('heading', { name: 'Settings', level: 1 });
  await waitFor(() => {
    expect(document.activeElement?.id).toBe('link-page');
  });
});
it('focuses a section that the user picks in the list, marks it, and clears the search', async () => {
  const router = renderApp('/settings');
  await user.type(await search(), 'clock');
  await user.click((await list()).getByRole('link', { name: 'Timezone Settings' }));
  expect(document.activeElement?.textContent).toBe('Timezone Settings');
  await waitFor(() => {
    expect(router.state.location.href).toBe('/settings#timezone');
  });
  expect(headings()).toEqual(ALL);
  act(() => {
    screen.getByRole('button', { name: 'Edit Profile' }).focus();
  });
  await waitFor(async () => {
    expect((await list()).getByRole('link', { current: 'location' }).textContent).toBe('Account');
  });
});

const openHandle = async (button: string) => {
  const account = within(await screen.findByRole('region', { name: 'Account' }));
  await user.click(account.getByRole('button', { name: button }));
  return within(await screen.findByRole('dialog', { name: button }));
};
const typeHandle = async (dialog: Awaited<ReturnType<typeof openHandle>>, handle: string) => {
  const box = dialog.getByRole('textbox', { name: 'Handle' });
  await user.clear(box);
  await user.type(box, handle);
  await user.click(dialog.getByRole('button', { name: 'Save' }));
};

it("stores a handle in lower case, and shows the page's address", async () => {
  renderApp('/settings');
  const dialog = await openHandle('Set Handle');
  expect(await accessibilityFaults()).toEqual([]);
  await typeHandle(dialog, ' Ana_Lim ');
  await screen.findByText(PROFILE_TEXT.handleUpdated);
  screen.getByText('Your page is at localhost/u/ana_lim.');
  expect(sent).toEqual([{ handle: 'ana_lim' }]);
  const account = within(screen.getByRole('region', { name: 'Account' }));
  account.getByText('@ana_lim');
  account.getByRole('button', { name: 'Change Handle' });
});
it.each([
  ['an', PROFILE_TEXT.handleMin],
  ['a'.repeat(31), PROFILE_TEXT.handleMax],
  ['ana lim', PROFILE_TEXT.handlePattern],
])('refuses the handle %s before it sends anything', async (handle, words) => {
  renderApp('/settings');
  const dialog = await openHandle('Set Handle');
  await typeHandle(dialog, handle);
  await dialog.findByText(words);
  expect(sent).toEqual([]);
});
it('says that a handle is taken, and that the old address would stop working', async () => {
  me = aUser({ handle: 'ana' });
  refuse(updateUser, 409, { code: 'identity.handle-taken', message: PROFILE_TEXT.handleTaken });
  renderApp('/settings');
  const dialog = await openHandle('Change Handle');
  expect(dialog.queryByText(/stop working/u)).toBeNull();
  await typeHandle(dialog, 'ben');
  await dialog.findByText(PROFILE_TEXT.handleTaken);
  dialog.getByText(/^Links to localhost\/u\/ana stop working\./u);
  expect(dialog.getByRole('textbox', { name: 'Handle' }).getAttribute('aria-invalid')).toBe('true');
});
it('shows a general message when a handle could not be stored', async () => {
  refuse(updateUser, 502, { message: '' });
  renderApp('/settings');
  const dialog = await openHandle('Set Handle');
  await typeHandle(dialog, 'ben');
  await dialog.findByText(PROFILE_TEXT.handleFailed);
});

it("shows the page's address, with links to view and edit it", async () => {
  me = aUser({ handle: 'ana', isPremium: true });
  answer(getLinkPage, () =>
    aLinkPage({ address: 'https://ana.pages.example/', listed: false, links: [anOwnLink()] }),
  );
  renderApp('/settings');
  const card = within(await screen.findByRole('region', { name: 'Link page' }));
  card.getByText('ana.pages.example');
  card.getByText('1 link of your own · hidden from search engines');
  const view = card.getByRole('link', { name: 'View Page' });
  expect(view.getAttribute('href')).toBe('https://ana.pages.example/');
  expect(view.getAttribute('target')).toBe('_blank');
  expect(card.getByRole('link', { name: 'Edit page' }).getAttribute('href')).toBe('/settings/link-page');
  expect(card.getByRole('link', { name: 'Set Banner' }).getAttribute('href')).toBe(
    '/settings/link-page#banner',
  );
});
it.each(['/settings', '/settings/link-page'])("copies the page's address: %s", async (path) => {
  me = aUser({ handle: 'ana' });
  answer(getLinkPage, () => aLinkPage({ address: 'https://ana.pages.example/' }));
  const writeText = jest.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  renderApp(path);
  await user.click(await screen.findByRole('button', { name: 'Copy address' }));
  await screen.findByText('Copied');
  expect(writeText.mock.calls).toEqual([['https://ana.pages.example/']]);
  writeText.mockRestore();
});
it('says when the browser refuses to copy', async () => {
  me = aUser({ handle: 'ana' });
  renderApp('/settings');
  const writeText = jest.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'));
  await user.click(await screen.findByRole('button', { name: 'Copy address' }));
  await screen.findByText('Your browser blocked copying');
  writeText.mockRestore();
});
it('asks for a handle when the page has no address yet, and requires Premium for a banner', async () => {
  renderApp('/settings');
  const card = within(await screen.findByRole('region', { name: 'Link page' }));
  expect(card.queryByRole('link', { name: 'View Page' })).toBeNull();
  card.getByRole('button', { name: 'Set Handle' });
  expect(card.getByRole('link', { name: /set a banner$/u }).getAttribute('href')).toBe('/subscribe');
});
it("shows the card even when the page's data fail to load", async () => {
  me = aUser({ handle: 'ana' });
  refuse(getLinkPage, 503);
  renderApp('/settings');
  const card = within(await screen.findByRole('region', { name: 'Link page' }));
  card.getByText('localhost/u/ana');
});
