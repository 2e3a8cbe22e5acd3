import {
  listNotices,
  readNotices,
  type NoticesView,
  type NoticeView,
  type ReadNoticesRequest,
} from '@posthorn/contracts/notifications/notices.http';
import { appState, currentUser, listSessions } from '@posthorn/contracts/identity/session.http';
import { listAccounts } from '@posthorn/contracts/integrations/accounts.http';
import { beforeEach, expect, it } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { answerInbox } from '#testing/answer-inbox.ts';
import { answerPosts } from '#testing/answer-posts.ts';
import { accessibilityFaults } from '#testing/axe.ts';
import { answer, refuse } from '#testing/fake-server.ts';
import { liveServer } from '#testing/live-server.ts';
import { renderApp } from '#testing/render-app.tsx';
import { aUser } from '#testing/views.ts';
import { onDesk } from '#testing/window-width.ts';

const user = userEvent.setup();
const live = liveServer();
let noticesOnServer: NoticesView;
let marks: ReadNoticesRequest[];

const aNotice = (overrides: Partial<NoticeView> = {}): NoticeView => ({
  id: 1,
  kind: 'postFailed',
  cause: 'failed',
  platform: 'bluesky',
  accountName: 'ana.bsky.social',
  postId: 7,
  count: 1,
  quote: null,
  endsAt: null,
  at: '2026-01-05T12:00:00.000Z',
  read: false,
  ...overrides,
});

beforeEach(() => {
  localStorage.clear();
  onDesk(false);
  noticesOnServer = { notices: [], unread: 0 };
  marks = [];
  answer(appState, () => ({ sandbox: false, sandboxUrl: null, version: '0.1.0', signInProviders: [] }));
  answer(currentUser, () => aUser({ timezone: 'Asia/Tokyo' }));
  answer(listSessions, () => []);
  answer(listAccounts, () => []);
  answerPosts(() => []);
  answer(listNotices, () => noticesOnServer);
  answer(readNotices, (which) => {
    marks.push(which);
    const notices = noticesOnServer.notices.map((notice) => ({ ...notice, read: true }));
    noticesOnServer = { notices, unread: 0 };
    return noticesOnServer;
  });
});

const bell = (name: string | RegExp = /^Notifications/u) => screen.findByRole('button', { name });
const open = async () => {
  await user.click(await bell());
  return within(await screen.findByRole('dialog', { name: 'Notifications' }));
};

it.each([true, false])(
  'shows one bell, without a number when there are no unread notices (desktop: %s)',
  async (isDesk) => {
    onDesk(isDesk);
    renderApp('/settings');
    expect((await bell('Notifications')).textContent).toBe('');
    expect(screen.getAllByRole('button', { name: /^Notifications/u })).toHaveLength(1);
  },
);
it('shows the number of unread notices, and updates it after a live update', async () => {
  noticesOnServer = { notices: [aNotice()], unread: 1 };
  renderApp('/settings');
  expect((await bell('Notifications, 1 unread')).textContent).toBe('1');
  noticesOnServer = { notices: [aNotice()], unread: 120 };
  act(() => {
    live.send('notices');
  });
  expect((await bell('Notifications, 120 unread')).textContent).toBe('99+');
});
it.each([
  ['posts', aNotice()],
  ['accounts', aNotice({ kind: 'accountExpiring', cause: 'reconnect', postId: null })],
  ['comments', aNotice({ kind: 'newComment', cause: 'comments', postId: null })],
] as const)(
  'removes outdated notices after a live update of %s, and ignores other live updates',
  async (topic, notice) => {
    let requestCount = 0;
    answer(listNotices, () => {
      requestCount += 1;
      return noticesOnServer;
    });
    noticesOnServer = { notices: [notice], unread: 1 };
    renderApp('/settings');
    await bell('Notifications, 1 unread');
    noticesOnServer = { notices: [], unread: 0 };
    act(() => {
      for (const other of ['posts', 'accounts', 'comments', 'user'] as const)
        if (other !== topic) live.send(other);
    });
    await bell('Notifications, 1 unread');
    act(() => {
      live.send(topic);
    });
    await bell('Notifications');
    act(() => {
      live.send(topic);
    });
    expect(requestCount).toBe(2);
  },
);
it("shows the subject, the account and the time (in the user's zone) of a notice", async () => {
  noticesOnServer = {
    notices: [
      aNotice(),
      aNotice({ id: 2, cause: 'unknown' }),
      aNotice({ id: 3, kind: 'accountExpiring', cause: 'reconnect', postId: null, read: true }),
      aNotice({
        id: 4,
        kind: 'accountExpiring',
        cause: 'ending',
        postId: null,
        endsAt: '2026-01-09T23:00:00.000Z',
      }),
      aNotice({
        id: 5,
        kind: 'newComment',
        cause: 'comments',
        postId: null,
        count: 3,
        quote: { author: 'Ben', text: 'Where was this?' },
      }),
    ],
    unread: 4,
  };
  renderApp('/settings');
  const dialog = await open();
  const links = dialog.getAllByRole('link').slice(0, 5);
  expect(links.map(({ textContent }) => textContent)).toEqual([
    'New: A post could not be publishedBluesky · ana.bsky.socialMon 5 Jan, 21:00',
    'New: We could not confirm that a post was publishedBluesky · ana.bsky.socialMon 5 Jan, 21:00',
    'Reconnect this accountBluesky · ana.bsky.socialMon 5 Jan, 21:00',
    'New: The permission for this account ends on Sat 10 JanBluesky · ana.bsky.socialMon 5 Jan, 21:00',
    'New: 3 new commentsBen: “Where was this?”Bluesky · ana.bsky.socialMon 5 Jan, 21:00',
  ]);
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/posts?filter=attention&at=7',
    '/posts?filter=attention&at=7',
    '/settings',
    '/settings',
    '/inbox?status=new&platform=bluesky',
  ]);
  expect(await accessibilityFaults()).toEqual([]);
});
it('opens the subject of a notice, and marks that notice as read', async () => {
  answerInbox(() => []);
  noticesOnServer = {
    notices: [aNotice({ id: 5, kind: 'newComment', cause: 'comments', postId: null })],
    unread: 1,
  };
  renderApp('/settings');
  const dialog = await open();
  await user.click(dialog.getByRole('link', { name: /1 new comment/u }));
  await screen.findByRole('heading', { level: 1, name: 'Inbox' });
  expect(screen.queryByRole('dialog')).toBeNull();
  await waitFor(() => {
    expect(marks).toEqual([{ id: 5 }]);
  });
  await bell('Notifications');
});
it('marks all notices up to the newest shown one as read', async () => {
  noticesOnServer = { notices: [aNotice(), aNotice({ id: 2 })], unread: 60 };
  renderApp('/settings');
  const dialog = await open();
  await user.click(dialog.getByRole('button', { name: 'Mark all as read' }));
  await waitFor(() => {
    expect(marks).toEqual([{ until: '2026-01-05T12:00:00.000Z' }]);
  });
  expect(await dialog.findByText('All read')).toBeTruthy();
  expect(dialog.queryByText(/^New/u)).toBeNull();
});
it('shows notices as unread again when the server refuses to mark them', async () => {
  noticesOnServer = { notices: [aNotice()], unread: 1 };
  refuse(readNotices, 503);
  renderApp('/settings');
  const dialog = await open();
  await user.click(dialog.getByRole('button', { name: 'Mark all as read' }));
  await dialog.findByText('1 unread');
});
it('says that there are no notices yet, and links to the settings for notices', async () => {
  renderApp('/settings');
  const dialog = await open();
  expect(dialog.getByRole('heading', { name: 'No notifications yet' })).toBeTruthy();
  expect(dialog.queryByRole('button', { name: 'Mark all as read' })).toBeNull();
  expect(dialog.getByRole('link', { name: 'Choose your notifications' }).getAttribute('href')).toBe(
    '/settings#notifications',
  );
  expect(await accessibilityFaults()).toEqual([]);
});
it.each(['/settings', '/settings#notifications', '/posts'])(
  'moves the focus from %s to the settings for notices',
  async (path) => {
    onDesk(true);
    renderApp(path);
    if (path !== '/posts') await screen.findByRole('heading', { name: 'Notifications' });
    const dialog = await open();
    await user.click(dialog.getByRole('link', { name: 'Choose your notifications' }));
    await waitFor(() => {
      expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Notifications' }));
    });
    // A dialog returns the focus a moment after it closes.
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(document.activeElement?.id).toBe('notifications');
  },
);
it('shows the error when notices fail to load, and tries again', async () => {
  refuse(listNotices, 503);
  renderApp('/settings');
  const dialog = await open();
  expect((await dialog.findByRole('alert')).textContent).toContain('could not be loaded');
  answer(listNotices, () => ({ notices: [aNotice()], unread: 1 }));
  await user.click(dialog.getByRole('button', { name: 'Try again' }));
  await dialog.findByText(/A post could not be published/u);
});
