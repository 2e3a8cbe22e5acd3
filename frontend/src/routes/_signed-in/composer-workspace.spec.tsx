import { appState, currentUser } from '@posthorn/contracts/identity/session.http';
import { listAccounts } from '@posthorn/contracts/integrations/accounts.http';
import { PRECHECK_TEXT } from '@posthorn/contracts/integrations/precheck-text';
import { uploadMedia, type MediaFileView } from '@posthorn/contracts/shared/media.http';
import { FREE_SUFFIX } from '@posthorn/contracts/shared/brand';
import { POST_TEXT } from '@posthorn/contracts/scheduling/post-words';
import { schedulePost, type SchedulePostRequest } from '@posthorn/contracts/scheduling/posts.http';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
// Loads the composer before the first spec, so that no spec waits for the code.
import '#features/scheduling/components/composer/compose-dialog.tsx';
import { answerPosts } from '#testing/answer-posts.ts';
import { accessibilityFaults } from '#testing/axe.ts';
import { answer, missing, refuse, refuseWith } from '#testing/fake-server.ts';
import { BLUESKY_LIMITS } from '#testing/limits.ts';
import { liveServer } from '#testing/live-server.ts';
import { renderApp } from '#testing/render-app.tsx';
import { aBlueskyAccount, aMastodonAccount, aPost, aUser } from '#testing/views.ts';
import { onDesk } from '#testing/window-width.ts';

const user = userEvent.setup();
const live = liveServer();

beforeEach(() => {
  localStorage.clear();
  onDesk(true);
  answer(appState, () => ({ sandbox: false, sandboxUrl: null, version: '0.1.0', signInProviders: [] }));
  answer(currentUser, () => aUser());
  answer(listAccounts, () => [aBlueskyAccount(), aMastodonAccount()]);
  answerPosts(() => []);
});
afterEach(() => {
  jest.restoreAllMocks();
});

const open = async () => {
  renderApp('/posts?compose=true');
  return screen.findByRole('dialog', { name: 'Create New Post' });
};
const content = () => screen.getByRole('textbox', { name: 'Content' });
const write = (text: string) => {
  fireEvent.change(content(), { target: { value: text } });
};
const chip = (name: RegExp) => screen.getByRole('checkbox', { name });
const button = (name: string | RegExp) => screen.getByRole('button', { name });
const submit = () => user.click(button('Schedule Post'));
const recordRequests = () => {
  const sent: SchedulePostRequest[] = [];
  answer(schedulePost, (request) => {
    sent.push(request);
    return aPost();
  });
  return sent;
};
const manyAccounts = (count: number) =>
  Array.from({ length: count }, (_, at) =>
    aMastodonAccount({ id: at + 1, accountName: `ana${String(at + 1)}@mastodon.social`, displayName: null }),
  );

it('deselects an account that another window has disconnected', async () => {
  const sent = recordRequests();
  await open();
  write('Hello');
  await user.click(chip(/Mastodon/));
  await user.click(chip(/Bluesky/));
  answer(listAccounts, () => [aMastodonAccount()]);
  act(() => {
    live.send('accounts');
  });
  await waitFor(() => {
    expect(screen.queryByRole('checkbox', { name: /Bluesky/ })).toBeNull();
  });
  await submit();
  await screen.findByText('Post scheduled!');
  expect(sent).toMatchObject([{ selectedAccountIds: [aMastodonAccount().id] }]);
});
it('begins with the accounts of the last post', async () => {
  recordRequests();
  await open();
  write('Hello');
  await user.click(chip(/Mastodon/));
  await submit();
  await screen.findByText('Post scheduled!');
  cleanup();
  await open();
  expect(chip(/Mastodon/)).toHaveProperty('checked', true);
  expect(chip(/Bluesky/)).toHaveProperty('checked', false);
});
it('does not begin with unusable accounts of the last post', async () => {
  recordRequests();
  await open();
  write('Hello');
  await user.click(button('All'));
  await submit();
  await screen.findByText('Post scheduled!');
  cleanup();
  answer(listAccounts, () => [aBlueskyAccount({ status: 'needs-reconnect' }), aMastodonAccount()]);
  await open();
  expect(chip(/Bluesky.*Needs reconnecting/)).toHaveProperty('checked', false);
  expect(chip(/Mastodon/)).toHaveProperty('checked', true);
});
it('saves a set of accounts under a name, selects the set, and deletes it', async () => {
  await open();
  await user.click(chip(/Mastodon/));
  await user.click(button('Save set'));
  await user.type(screen.getByRole('textbox', { name: 'Name of the set' }), 'Evening{Enter}');
  cleanup();
  await open();
  await user.click(button('All'));
  await user.click(button('Evening'));
  expect(screen.getAllByRole('checkbox', { checked: true })).toEqual([chip(/Mastodon/)]);
  expect(await accessibilityFaults()).toEqual([]);
  await user.click(button('Delete the set Evening'));
  expect(screen.queryByRole('button', { name: 'Evening' })).toBeNull();
});
it('opens the section of a selected account by a click or Enter, and deselects the account by Space', async () => {
  await open();
  write('For all');
  await user.click(chip(/Bluesky/));
  await user.click(chip(/Mastodon/));
  await user.click(chip(/Bluesky/));
  expect(chip(/Bluesky, ana\.bsky\.social, shown now/)).toHaveProperty('checked', true);
  const own = await screen.findByRole('textbox', { name: /^Text for Bluesky/ });
  expect(own).toHaveProperty('value', 'For all');
  expect(screen.queryByRole('textbox', { name: 'Content' })).toBeNull();
  expect(screen.getByRole('tab', { selected: true }).textContent).toContain('Bluesky');
  expect(await accessibilityFaults()).toEqual([]);
  await user.click(button('Shared by all accounts'));
  expect(content()).toHaveProperty('value', 'For all');
  act(() => {
    chip(/Bluesky/).focus();
  });
  await user.keyboard('{Enter}');
  await screen.findByRole('textbox', { name: /^Text for Bluesky/ });
  await user.keyboard(' ');
  expect(chip(/Bluesky/)).toHaveProperty('checked', false);
  expect(content()).toBeTruthy();
});
it.each([
  ['beside a preview', true, '44'],
  ['on a phone', false, '20'],
])('shows the picture of an account in the list of accounts %s', async (_where, desk, side) => {
  onDesk(desk);
  const pictureUrl = '/media/q3vFhX0nQ2m8bYxk1TzR5A.webp';
  answer(listAccounts, () => [aBlueskyAccount({ pictureUrl }), aMastodonAccount()]);
  const dialog = await open();
  if (!desk) await user.click(screen.getByRole('tab', { name: /^Accounts/ }));
  const bluesky = chip(/bluesky/i).closest('label');
  const shown = bluesky?.querySelector('img');
  expect(shown?.getAttribute('src')).toBe(pictureUrl);
  for (const [name, value] of Object.entries({ alt: '', width: side, height: side, loading: 'lazy' }))
    expect(shown?.getAttribute(name)).toBe(value);
  // The second picture is in the preview.
  expect(dialog.querySelectorAll(`img[src="${pictureUrl}"]`)).toHaveLength(2);
  expect(
    chip(/mastodon/i)
      .closest('label')
      ?.querySelector('img'),
  ).toBeNull();
  expect(await accessibilityFaults()).toEqual([]);
});
it('deselects an account in its own section', async () => {
  await open();
  await user.click(button('All'));
  await user.click(chip(/Bluesky/));
  await user.click(button('Remove account from this post'));
  expect(chip(/Bluesky/)).toHaveProperty('checked', false);
  expect(content()).toBeTruthy();
});
it("follows the shared text until the user changes an account's text, and again after a reset", async () => {
  const sent = recordRequests();
  await open();
  write('One');
  await user.click(button('All'));
  write('Two');
  await user.click(chip(/Mastodon/));
  const own = () => screen.getByRole('textbox', { name: /^Text for Mastodon/ });
  expect(own()).toHaveProperty('value', 'Two');
  fireEvent.change(own(), { target: { value: 'Mine' } });
  expect(chip(/Mastodon.*own text/)).toBeTruthy();
  await user.click(button('Shared by all accounts'));
  write('Three');
  await user.click(chip(/Mastodon/));
  expect(own()).toHaveProperty('value', 'Mine');
  await user.click(button('Reset to shared'));
  expect(own()).toHaveProperty('value', 'Three');
  await submit();
  await screen.findByText('Post scheduled!');
  expect(sent[0]?.targets?.map(({ content: text }) => text)).toEqual(['', '']);
});
it('shortens the text for an account with a lower limit, by one click', async () => {
  const sent = recordRequests();
  await open();
  await user.click(button('All'));
  write('word '.repeat(60).trim());
  await screen.findByText(PRECHECK_TEXT.tooLong('Bluesky', 299 + FREE_SUFFIX.length + 2, 300));
  expect(chip(/Bluesky.*1 problem/)).toBeTruthy();
  await user.click(button('Shorten for Bluesky'));
  await waitFor(() => {
    expect(button('Schedule Post')).toHaveProperty('disabled', false);
  });
  await submit();
  await screen.findByText('Post scheduled!');
  const shorter = sent[0]?.targets?.[0]?.content ?? '';
  expect(shorter).toMatch(/word…$/u);
  expect(shorter.length + FREE_SUFFIX.length + 2).toBeLessThanOrEqual(300);
  expect(sent[0]?.targets?.[1]?.content).toBe('');
});
it('sets a time by one click, and shows the exact time with its zone', async () => {
  const sent = recordRequests();
  await open();
  write('Hello');
  await user.click(button('All'));
  expect(button('In 1 hour').getAttribute('aria-pressed')).toBe('true');
  await screen.findByText(/^\w{3} \d+ \w{3}, \d\d:\d\d London time \(GMT[+-]\d\), in 1 h$/u);
  await user.click(button('Tomorrow 09:00'));
  await screen.findByText(/, 09:00 London time/u);
  await submit();
  await screen.findByText('Post scheduled!');
  expect(sent[0]?.localTime).toMatch(/T09:00$/u);
});
it('repeats the same “Post now” request until the server refuses its time as past', async () => {
  const tries: SchedulePostRequest[] = [];
  answer(schedulePost, (request) => {
    tries.push(request);
    return refuseWith(503, { message: 'no', code: 'test.lost', requestId: 'r1' });
  });
  await open();
  write('Hello');
  await user.click(button('All'));
  await user.click(button('Post now'));
  await screen.findByText('As soon as you schedule it');
  const sendAgain = async () => {
    const before = tries.length;
    await submit();
    await waitFor(() => {
      expect(tries.length).toBeGreaterThan(before);
      expect(button('Schedule Post')).toHaveProperty('disabled', false);
    });
  };
  await sendAgain();
  const start = Date.now();
  const clock = jest.spyOn(Date, 'now').mockImplementation(() => start + 600_000);
  await sendAgain();
  expect(tries[1]).toEqual(tries[0]);
  clock.mockRestore();
  refuse(schedulePost, 422, { message: POST_TEXT.timePast, code: 'scheduling.time-is-past' });
  await submit();
  await screen.findAllByText(POST_TEXT.scheduleFailed);
  const sent = recordRequests();
  await submit();
  await screen.findByText('Post scheduled!');
  expect(sent[0]?.scheduledFor).not.toBe(tries[0]?.scheduledFor);
  expect(sent[0]?.draftId).toBe(tries[0]?.draftId);
});
it('schedules by Ctrl+Enter and Cmd+Enter, but first moves the focus to a field with a problem', async () => {
  const sent = recordRequests();
  await open();
  await user.click(button('All'));
  write('word '.repeat(60));
  await screen.findByText('Bluesky is not ready yet.');
  act(() => {
    button('In 1 hour').focus();
  });
  await user.keyboard('{Control>}{Enter}{/Control}');
  expect(document.activeElement).toBe(content());
  expect(sent).toEqual([]);
  write('Hello');
  await waitFor(() => {
    expect(screen.queryByText('Bluesky is not ready yet.')).toBeNull();
  });
  await user.keyboard('{Meta>}{Enter}{/Meta}');
  await screen.findByText('Post scheduled!');
});
it('shows more than ten accounts in a searchable sheet', async () => {
  answer(listAccounts, () => manyAccounts(14));
  await open();
  expect(screen.getAllByRole('checkbox')).toHaveLength(9);
  await user.click(button('+5 more accounts'));
  const sheet = await screen.findByRole('dialog', { name: 'Choose accounts' });
  await user.type(within(sheet).getByRole('searchbox', { name: 'Search accounts' }), 'ana14');
  await user.click(within(sheet).getByRole('checkbox', { name: /ana14/ }));
  expect(await accessibilityFaults()).toEqual([]);
  await user.click(within(sheet).getByRole('button', { name: 'Customize Mastodon, ana14@mastodon.social' }));
  await screen.findByRole('region', { name: 'Only for Mastodon, ana14@mastodon.social' });
  expect(chip(/ana14/)).toHaveProperty('checked', true);
});
it('has three tabs on a phone, and opens the tab with a missing field', async () => {
  onDesk(false);
  await open();
  expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
    'Write',
    'Accounts (0)',
    'Preview',
  ]);
  write('Hello');
  await submit();
  await waitFor(() => {
    expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Accounts (0)');
  });
  expect(screen.getByText(POST_TEXT.accountsRequired)).toBeTruthy();
  await user.click(chip(/ana\.bsky/));
  expect(screen.getByRole('tab', { name: 'Accounts (1)' })).toBeTruthy();
  expect(await accessibilityFaults()).toEqual([]);
});
it('keeps the dialog above a phone keyboard that covers the window instead of shrinking it', async () => {
  const viewport = Object.assign(new EventTarget(), { height: window.innerHeight, offsetTop: 0, scale: 1 });
  Object.defineProperty(window, 'visualViewport', { value: viewport, configurable: true });
  onDesk(false);
  const dialog = await open();
  expect(dialog.style.getPropertyValue('--keyboard')).toBe('0px');
  act(() => {
    viewport.height = window.innerHeight - 300;
    viewport.dispatchEvent(new Event('resize'));
  });
  expect(dialog.style.getPropertyValue('--keyboard')).toBe('300px');
  Object.defineProperty(window, 'visualViewport', { value: undefined, configurable: true });
});

const aStoredFile = (name: string): MediaFileView => ({
  mediaUrl: `/media/${name}`,
  mediaType: 'image',
  mimeType: 'image/jpeg',
  mediaSize: 4,
  order: 0,
  originalName: name,
  thumbnailUrl: null,
  width: 9,
  height: 9,
  durationSeconds: null,
  altText: null,
});
const attach = async (names: readonly string[]) => {
  const remainingNames = [...names];
  answer(uploadMedia, () => ({ files: [aStoredFile(remainingNames.shift() ?? '')] }));
  for (const name of names)
    await user.upload(screen.getByLabelText('Add media'), new File(['jpeg'], name, { type: 'image/jpeg' }));
  await screen.findByText('Files uploaded!');
  await waitFor(() => {
    expect(button('Schedule Post')).toHaveProperty('disabled', false);
  });
};
it('sends each account its own selection of files, and all files after a reset', async () => {
  const sent: SchedulePostRequest[] = [];
  answer(schedulePost, (request) => {
    sent.push(request);
    return missing();
  });
  await open();
  write('Hello');
  await user.click(button('All'));
  await attach(['bread.jpg', 'buns.jpg']);
  await user.click(chip(/Mastodon/));
  await user.click(screen.getByRole('checkbox', { name: 'bread.jpg' }));
  await screen.findByText('1 of 2 chosen');
  expect(within(screen.getByRole('tabpanel')).getAllByRole('img')).toHaveLength(1);
  expect(await accessibilityFaults()).toEqual([]);
  await submit();
  await waitFor(() => {
    expect(sent[0]?.targets?.map(({ mediaUrls }) => mediaUrls)).toEqual([null, ['/media/buns.jpg']]);
  });
  await user.click(button('Use all files'));
  await submit();
  await waitFor(() => {
    expect(sent[1]?.targets?.map(({ mediaUrls }) => mediaUrls)).toEqual([null, null]);
  });
});
it('removes the files that an account does not accept, by one click', async () => {
  const sent = recordRequests();
  answer(listAccounts, () => [
    aBlueskyAccount({ limits: { ...BLUESKY_LIMITS, media: { ...BLUESKY_LIMITS.media, images: 1 } } }),
    aMastodonAccount(),
  ]);
  await open();
  write('Hello');
  await attach(['bread.jpg', 'buns.jpg']);
  await user.click(button('All'));
  await screen.findByText('Bluesky is not ready yet.');
  await user.click(button('Leave out one image on Bluesky'));
  await waitFor(() => {
    expect(screen.queryByText('Bluesky is not ready yet.')).toBeNull();
  });
  await submit();
  await screen.findByText('Post scheduled!');
  expect(sent[0]?.targets?.map(({ mediaUrls }) => mediaUrls)).toEqual([['/media/bread.jpg'], null]);
});
it("folds a long text in the preview at the platform's limit", async () => {
  answer(listAccounts, () => [aBlueskyAccount({ platform: 'instagram' })]);
  await open();
  write(`${'a'.repeat(130)} the end #harbour`);
  const preview = within(screen.getByRole('tabpanel'));
  await user.click(await preview.findByRole('button', { name: 'more' }));
  expect(preview.getByText('#harbour')).toBeTruthy();
  await user.click(preview.getByRole('button', { name: 'less' }));
  expect(preview.queryByText('#harbour')).toBeNull();
});
