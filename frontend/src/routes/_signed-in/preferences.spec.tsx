import { ALL_NOTICES } from '@posthorn/contracts/shared/notice-choices';
import { appState, currentUser, listSessions } from '@posthorn/contracts/identity/session.http';
import {
  changeUserSettings,
  getUserSettings,
  type UserSettings,
  type UserSettingsChange,
} from '@posthorn/contracts/identity/user-settings.http';
import { listAccounts } from '@posthorn/contracts/integrations/accounts.http';
import { OPTIONAL_WORDS } from '@posthorn/contracts/scheduling/optional-words';
import { schedulePost, type SchedulePostRequest } from '@posthorn/contracts/scheduling/posts.http';
import { beforeEach, expect, it } from '@jest/globals';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { answerPosts } from '#testing/answer-posts.ts';
import { accessibilityFaults } from '#testing/axe.ts';
import { answer, refuse } from '#testing/fake-server.ts';
import { renderApp } from '#testing/render-app.tsx';
import { aBlueskyAccount, aPost, aUser } from '#testing/views.ts';

const user = userEvent.setup();
let settings: UserSettings;
let changes: UserSettingsChange[];

beforeEach(() => {
  localStorage.clear();
  changes = [];
  settings = { hashtags: '#bread', caption: 'Fresh from the oven', ...ALL_NOTICES };
  answer(appState, () => ({ sandbox: false, sandboxUrl: null, version: '0.1.0', signInProviders: [] }));
  answer(currentUser, () => aUser());
  answer(listSessions, () => []);
  answer(listAccounts, () => [aBlueskyAccount()]);
  answerPosts(() => []);
  answer(getUserSettings, () => settings);
  answer(changeUserSettings, (change) => {
    changes.push(change);
    settings = { ...settings, ...change };
    return settings;
  });
});

const card = async (name: string) => within(await screen.findByRole('region', { name }));
const field = async (name: RegExp) =>
  (await card('Post Defaults')).findByRole<HTMLInputElement>('textbox', { name });
const neverLoaded = () => new Promise<UserSettings>(() => undefined);

it('saves where a user gets each kind of notice, without a submit button', async () => {
  renderApp('/settings');
  const comments = await (
    await card('Notifications')
  ).findByRole<HTMLSelectElement>('combobox', { name: 'New comments' });
  expect(comments.value).toBe('both');
  expect((await card('Notifications')).getAllByRole('combobox')).toHaveLength(3);
  await user.selectOptions(comments, 'In the app');
  expect(comments.value).toBe('app');
  await waitFor(() => {
    expect(changes).toEqual([{ newComment: 'app' }]);
  });
  expect(await accessibilityFaults()).toEqual([]);
});
it('reverts a choice that the server refuses, and shows the reason', async () => {
  refuse(changeUserSettings, 503, { message: 'Posthorn cannot save right now.' });
  renderApp('/settings');
  const failed = await (
    await card('Notifications')
  ).findByRole<HTMLSelectElement>('combobox', { name: 'Failed posts' });
  await user.selectOptions(failed, 'Off');
  await screen.findByText('Posthorn cannot save right now.');
  await waitFor(() => {
    expect(failed.value).toBe('both');
  });
});
it("saves post defaults, and shows the server's refusal at the field", async () => {
  renderApp('/settings');
  const hashtags = await field(/^Default hashtags/u);
  expect(hashtags.value).toBe('#bread');
  const save = (await card('Post Defaults')).getByRole('button', { name: 'Save defaults' });
  fireEvent.change(hashtags, { target: { value: ' #daily ' } });
  await user.click(save);
  await screen.findByText('Post defaults saved');
  expect(changes).toEqual([{ hashtags: '#daily', caption: 'Fresh from the oven' }]);
  refuse(changeUserSettings, 400, { fields: { hashtags: OPTIONAL_WORDS.hashtags.tooLong } });
  fireEvent.change(hashtags, { target: { value: 'x'.repeat(501) } });
  await user.click(save);
  expect(await screen.findByText(OPTIONAL_WORDS.hashtags.tooLong)).toBeTruthy();
  expect(hashtags.getAttribute('aria-invalid')).toBe('true');
  expect(hashtags.value).toHaveLength(501);
});
it('keeps what the user types into the post defaults while they are being saved', async () => {
  let release: () => void = () => undefined;
  answer(changeUserSettings, async (change) => {
    await new Promise<void>((resolve) => {
      release = resolve;
    });
    return { ...settings, ...change };
  });
  renderApp('/settings');
  const hashtags = await field(/^Default hashtags/u);
  const caption = await field(/^Default caption/u);
  fireEvent.change(hashtags, { target: { value: ' #daily ' } });
  fireEvent.change(caption, { target: { value: 'Fresh bred' } });
  const saveButton = (await card('Post Defaults')).getByRole('button', { name: 'Save defaults' });
  await user.click(saveButton);
  await waitFor(() => {
    expect(saveButton.textContent).not.toBe('Save defaults');
  });
  fireEvent.change(caption, { target: { value: 'Fresh bread' } });
  release();
  await screen.findByText('Post defaults saved');
  await waitFor(() => {
    expect(hashtags.value).toBe('#daily');
  });
  expect(caption.value).toBe('Fresh bread');
});
it('shows stored settings until the server responds, and keeps what the user types', async () => {
  renderApp('/settings');
  await field(/^Default caption/u);
  cleanup();
  answer(getUserSettings, neverLoaded);
  renderApp('/settings');
  expect((await field(/^Default caption/u)).value).toBe('Fresh from the oven');
  cleanup();
  const later = { ...settings, hashtags: '#other', caption: 'Another' };
  let respond: (settings: UserSettings) => void = () => undefined;
  answer(getUserSettings, () => new Promise((resolve) => (respond = resolve)));
  renderApp('/settings');
  const caption = await field(/^Default caption/u);
  fireEvent.change(caption, { target: { value: 'Mine' } });
  respond(later);
  const hashtags = await field(/^Default hashtags/u);
  await waitFor(() => {
    expect(hashtags.value).toBe('#other');
  });
  expect(caption.value).toBe('Mine');
});
it('does not use the settings of another user in this browser', async () => {
  renderApp('/settings');
  await field(/^Default caption/u);
  cleanup();
  answer(currentUser, () => aUser({ id: '9f1c1f34-1111-4222-8333-000000000002' }));
  refuse(getUserSettings, 503);
  renderApp('/settings');
  expect((await (await card('Post Defaults')).findByRole('alert')).textContent).toContain(
    'could not be loaded',
  );
  expect(screen.queryByDisplayValue('Fresh from the oven')).toBeNull();
});
it('begins a new post with the defaults, and saves no draft until the user changes something', async () => {
  let sent: SchedulePostRequest | undefined;
  answer(schedulePost, (request) => {
    sent = request;
    return aPost();
  });
  renderApp('/posts?compose=true');
  await screen.findByRole('dialog', { name: 'Create New Post' });
  const content = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Content' });
  expect(content.value).toBe('Fresh from the oven');
  expect(Object.keys(localStorage).filter((key) => key.includes(':draft:'))).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Schedule Post' }));
  await waitFor(() => {
    expect(sent).toMatchObject({ content: 'Fresh from the oven', hashtags: '#bread' });
  });
});
it('begins a post without defaults when the settings fail to load', async () => {
  refuse(getUserSettings, 503);
  renderApp('/posts?compose=true');
  await screen.findByRole('dialog', { name: 'Create New Post' });
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Content' }).value).toBe('');
});
