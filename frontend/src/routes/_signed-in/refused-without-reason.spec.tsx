import { createSubscription, getPrices, getStripeKey } from '@posthorn/contracts/billing/billing.http';
import { updateUser } from '@posthorn/contracts/identity/profile.http';
import { currentUser, listSessions } from '@posthorn/contracts/identity/session.http';
import { setTimezone } from '@posthorn/contracts/identity/timezone.http';
import { disconnectAccount } from '@posthorn/contracts/integrations/accounts.http';
import { listPlatforms } from '@posthorn/contracts/integrations/platforms.http';
import {
  countScheduledOn,
  deletePost,
  editPost,
  schedulePost,
  type PostView,
} from '@posthorn/contracts/scheduling/posts.http';
import { beforeEach, expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { answerComposer, open, pick, submit, user, write } from '#testing/composing.ts';
import { answer, refuse } from '#testing/fake-server.ts';
import { renderApp } from '#testing/render-app.tsx';
import { aPlatform, aPost, aUser } from '#testing/views.ts';

// For a refusal without a message, the screen shows the sentence of the specification.
const NO_REASON = { message: '' } as const;

beforeEach(() => {
  answerComposer(() => [aPost({ content: 'Hello' })]);
  answer(listPlatforms, () => [aPlatform()]);
  answer(listSessions, () => []);
});

const press = async (name: string) => user.click(await screen.findByRole('button', { name }));
const retype = async (label: string, words: string) => {
  const box = await screen.findByLabelText(label);
  await user.clear(box);
  await user.type(box, words);
};

it('says that a post could not be scheduled', async () => {
  refuse(schedulePost, 502, NO_REASON);
  await open();
  write('New');
  await pick(/ana\.bsky\.social/);
  await submit();
  await screen.findAllByText('Failed to schedule post. Please try again.');
});
it('says that a post could not be updated', async () => {
  refuse(editPost, 502, NO_REASON);
  renderApp('/posts');
  await press('Edit Hello');
  await screen.findByRole('dialog', { name: 'Edit Post' });
  write('Changed');
  await press('Update Post');
  await screen.findAllByText('Failed to update post. Please try again.');
});
it('says that a post could not be deleted', async () => {
  refuse(deletePost, 502, NO_REASON);
  renderApp('/posts');
  await press('More for Hello');
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  await screen.findByText('Failed to delete post. Please try again.');
});
it('says that a profile could not be updated', async () => {
  refuse(updateUser, 502, NO_REASON);
  renderApp('/settings');
  await press('Edit Profile');
  await retype('Last name', 'Lim');
  await press('Save');
  await screen.findAllByText('Failed to update profile. Please try again.');
});
it('says that a personality could not be updated', async () => {
  answer(currentUser, () => aUser({ isPremium: true }));
  refuse(updateUser, 502, NO_REASON);
  renderApp('/settings');
  await press('Set personality');
  await retype('How should replies sound?', 'short and warm');
  await press('Save');
  await screen.findAllByText('Failed to update personality. Please try again.');
});
it('says that a time zone could not be updated', async () => {
  refuse(setTimezone, 502, NO_REASON);
  renderApp('/settings');
  await retype('Time zone', 'Europe/Lisbon');
  await press('Save time zone');
  await screen.findByText('Failed to update timezone. Please try again.');
});
it('says that an account could not be disconnected', async () => {
  answer(countScheduledOn, () => ({ count: 0 }));
  refuse(disconnectAccount, 502, NO_REASON);
  renderApp('/settings');
  await press('Disconnect ana.bsky.social from Bluesky');
  await press('Disconnect');
  await screen.findByText('Failed to disconnect account. Please try again.');
});
it('shows the status with which the server refused a subscription', async () => {
  const current = { amount: 1900, currency: 'usd', interval: 'month' } as const;
  answer(getPrices, () => ({ current, normally: 4900, next: null, canSubscribe: true }));
  refuse(getStripeKey, 503, NO_REASON);
  refuse(createSubscription, 502, NO_REASON);
  renderApp('/subscribe');
  await press('Upgrade to Premium');
  await screen.findByText('Failed to create subscription (502)');
});

it.each([
  ['Schedule Post', 'Scheduling...', schedulePost, '/posts?compose=true'],
  ['Update Post', 'Updating...', editPost, '/posts'],
] as const)('disables %s and shows %s until the server responds', async (name, pending, call, at) => {
  let release: () => void = () => undefined;
  const response = new Promise<void>((resolve) => {
    release = resolve;
  });
  answer<unknown, PostView>(call, async () => {
    await response;
    return aPost();
  });
  renderApp(at);
  if (call === editPost) await press('Edit Hello');
  await screen.findByRole('dialog');
  write('Changed');
  if (call === schedulePost) await pick(/ana\.bsky\.social/);
  await press(name);
  expect(await screen.findByRole('button', { name: pending })).toHaveProperty('disabled', true);
  release();
  await waitFor(() => {
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
