import { appState, currentUser, listSessions } from '@posthorn/contracts/identity/session.http';
import {
  changeInboxSettings,
  getInboxSettings,
  type InboxSettings,
  type InboxSettingsChange,
} from '@posthorn/contracts/inbox/settings.http';
import { dryRunAutoReply } from '@posthorn/contracts/inbox/ai.http';
import { listAccounts } from '@posthorn/contracts/integrations/accounts.http';
import { beforeEach, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aComment, answerInbox } from '#testing/answer-inbox.ts';
import { accessibilityFaults } from '#testing/axe.ts';
import { answer, refuse } from '#testing/fake-server.ts';
import { renderApp } from '#testing/render-app.tsx';
import { aUser } from '#testing/views.ts';

const user = userEvent.setup();
let settings: InboxSettings;
let changes: InboxSettingsChange[];

beforeEach(() => {
  localStorage.clear();
  changes = [];
  settings = {
    autoReply: 'off',
    autoHideSpam: true,
    requireApproval: false,
    filterProfanity: true,
    blocked: [
      { key: 'k1', platform: 'bluesky', name: 'troll.bsky.social', blockedAt: '2026-11-01T00:00:00.000Z' },
    ],
    aiConfigured: true,
  };
  answer(appState, () => ({ sandbox: false, sandboxUrl: null, version: '0.1.0', signInProviders: [] }));
  answer(currentUser, () => aUser({ isPremium: true }));
  answer(listSessions, () => []);
  answer(listAccounts, () => []);
  answer(getInboxSettings, () => settings);
  answer(changeInboxSettings, (change) => {
    changes.push(change);
    const { unblock = [], ...switches } = change;
    const blocked = settings.blocked.filter(({ key }) => !unblock.includes(key));
    settings = { ...settings, ...switches, blocked };
    return settings;
  });
});

const card = async () => within(await screen.findByRole('region', { name: 'Comment Moderation' }));

it('shows the switches, and saves a change without a submit button', async () => {
  renderApp('/settings');
  const spam = await (await card()).findByRole('switch', { name: /Auto-hide spam/u });
  expect(spam.getAttribute('aria-checked')).toBe('true');
  const approval = (await card()).getByRole('switch', { name: /Require approval/u });
  expect(approval.getAttribute('aria-checked')).toBe('false');
  await user.click(approval);
  expect(approval.getAttribute('aria-checked')).toBe('true');
  await waitFor(() => {
    expect(changes).toEqual([{ requireApproval: true }]);
  });
  expect(await accessibilityFaults()).toEqual([]);
});
it('reverts a change that the server refuses, and shows the reason', async () => {
  refuse(changeInboxSettings, 503, { message: 'Posthorn cannot save right now.' });
  renderApp('/settings');
  const spam = await (await card()).findByRole('switch', { name: /Auto-hide spam/u });
  await user.click(spam);
  await screen.findByText('Posthorn cannot save right now.');
  await waitFor(() => {
    expect(spam.getAttribute('aria-checked')).toBe('true');
  });
});
it('sets the mode of automatic replies', async () => {
  renderApp('/settings');
  const mode = await (await card()).findByRole('combobox', { name: 'AI auto-reply' });
  await user.selectOptions(mode, 'Write drafts for me to send');
  await waitFor(() => {
    expect(changes).toEqual([{ autoReply: 'draft' }]);
  });
});
it('says why automatic replies are not available', async () => {
  answer(currentUser, () => aUser({ isPremium: false }));
  renderApp('/settings');
  const mode = await (await card()).findByRole<HTMLSelectElement>('combobox', { name: 'AI auto-reply' });
  expect(mode.disabled).toBe(true);
  (await card()).getByText(/Available with Premium\./u);
});
it('lists blocked authors, and unblocks them', async () => {
  renderApp('/settings');
  await user.click(await (await card()).findByRole('button', { name: 'Unblock troll.bsky.social' }));
  await screen.findByText('Unblocked');
  (await card()).getByText('No one is blocked.');
  expect(changes).toEqual([{ unblock: ['k1'] }]);
});
it('shows the other settings when those for comments fail to load, and tries again', async () => {
  refuse(getInboxSettings, 404);
  renderApp('/settings');
  await (await card()).findByText(/These settings could not be loaded\./u);
  screen.getByRole('heading', { name: 'Settings' });
  answer(getInboxSettings, () => settings);
  await user.click((await card()).getByRole('button', { name: 'Try again' }));
  await (await card()).findByRole('switch', { name: /Auto-hide spam/u });
});
it('does not say that the settings could not be loaded when only a later request for them fails', async () => {
  renderApp('/settings');
  const spam = await (await card()).findByRole('switch', { name: /Auto-hide spam/u });
  refuse(getInboxSettings, 503);
  refuse(changeInboxSettings, 503, { message: 'The first change failed.' });
  await user.click(spam);
  await screen.findByText('The first change failed.');
  refuse(changeInboxSettings, 503, { message: 'The second change failed.' });
  await user.click(spam);
  await screen.findByText('The second change failed.');
  expect((await card()).queryByText(/These settings could not be loaded\./u)).toBeNull();
  expect(spam.getAttribute('aria-checked')).toBe('true');
});
it("shows what automatic replies would do with a post's comments, without sending anything", async () => {
  settings = { ...settings, autoReply: 'send' };
  answerInbox(() => [
    aComment(),
    aComment({ id: 2, postId: 2, group: { key: 'post-2-7', title: 'Kiln opened' } }),
  ]);
  const requests: unknown[] = [];
  answer(dryRunAutoReply, (_nothing, { id }) => {
    requests.push(id);
    const comment = { commenterUsername: 'ben', commentText: 'Where was this?' };
    return {
      comments: [
        { ...comment, commentId: 1, outcome: 'reply', reason: null, reasonCode: null },
        {
          ...comment,
          commentId: 2,
          outcome: 'draft',
          reason: 'The comment sounds negative.',
          reasonCode: 'negative',
        },
      ],
    };
  });
  renderApp('/settings');
  const open = await (await card()).findByRole('button', { name: 'Try it on a post' });
  await user.click(open);
  const dialog = within(await screen.findByRole('dialog', { name: 'What AI auto-reply would do' }));
  await dialog.findByText('AI answers');
  dialog.getByText('The comment sounds negative.');
  expect(await accessibilityFaults()).toEqual([]);
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Post' }), 'Hello from the harbour');
  await waitFor(() => {
    expect(requests).toEqual(['2', '1']);
  });
  await user.click(dialog.getByRole('button', { name: 'Close' }));
  expect(document.activeElement).toBe(open);
});
