import {
  createSubscription,
  getPrices,
  getStripeKey,
  type CreateSubscriptionReply,
} from '@posthorn/contracts/billing/billing.http';
import { PROMISES } from '@posthorn/contracts/billing/promises';
import { appState, currentUser } from '@posthorn/contracts/identity/session.http';
import { beforeEach, expect, it } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { accessibilityFaults } from '#testing/axe.ts';
import { answer, refuse } from '#testing/fake-server.ts';
import { renderApp } from '#testing/render-app.tsx';
import { aUser } from '#testing/views.ts';

const user = userEvent.setup();
const PRICES = {
  current: { amount: 1900, currency: 'usd', interval: 'month' },
  normally: 4900,
  next: { amount: 2950, from: '2030-02-01T00:00:00.000Z' },
  canSubscribe: true,
} as const;
const reply = (overrides: Partial<CreateSubscriptionReply>): CreateSubscriptionReply => ({
  clientSecret: null,
  intentType: null,
  status: 'incomplete',
  subscriptionId: null,
  ...overrides,
});
const listItem = (card: HTMLElement, words: string) =>
  within(card).getByText(words).closest('li')?.textContent;
const pressUpgrade = async () => {
  renderApp('/subscribe');
  await user.click(await screen.findByRole('button', { name: 'Upgrade to Premium' }));
};

beforeEach(() => {
  answer(appState, () => ({ sandbox: false, sandboxUrl: null, version: '0.1.0', signInProviders: [] }));
  answer(currentUser, () => aUser());
  answer(getPrices, () => PRICES);
  refuse(getStripeKey, 503, { code: 'billing.not-configured' });
});

it('compares the plans, shows the current price and answers frequent questions', async () => {
  renderApp('/subscribe');
  const premium = await screen.findByRole('article', { name: 'Premium' });
  within(premium).getByText('$19');
  within(premium).getByText('Normally $49. You keep the price you start with.');
  within(premium).getByText('From February 1, 2030: $29.50.');
  const free = screen.getByRole('article', { name: 'Free' });
  within(free).getByText('3 scheduled posts at a time');
  within(free).getByText('5 connected accounts');
  within(free).getByText('Your plan');
  within(free).getByText('Basic analytics: what was posted or failed, and clicks on your links');
  for (const words of [
    'Your own banner on the public page',
    'Pro badge on your profile',
    'Priority support',
  ]) {
    expect(listItem(premium, words)).toBe(words);
    expect(listItem(free, words)).toBe(`Not included: ${words}`);
  }
  within(premium).getByText('Public page with your 10 latest posts');
  for (const { question, answer: words } of Object.values(PROMISES)) {
    screen.getByText(question);
    screen.getByText(words);
  }
  expect(await accessibilityFaults()).toEqual([]);
});

it('links a visitor to the sign-in page', async () => {
  refuse(currentUser, 401, { code: 'identity.signed-out' });
  renderApp('/subscribe');
  const link = await screen.findByRole('link', { name: 'Sign in to upgrade' });
  expect(link.getAttribute('href')).toBe('/login?next=%2Fsubscribe');
});

it('does not request the current user when the server has marked the page as one for visitors', async () => {
  const mark = document.createElement('meta');
  mark.setAttribute('name', 'visitor');
  document.head.append(mark);
  let requestCount = 0;
  answer(currentUser, () => {
    requestCount += 1;
    return aUser();
  });
  renderApp('/subscribe');
  await screen.findByRole('link', { name: 'Sign in to upgrade' });
  expect(requestCount).toBe(0);
  // The app removes the mark after one use, because the visitor may sign in later.
  expect(mark.isConnected).toBe(false);
});

it('links to the sign-in page when the session has ended since the page was loaded', async () => {
  renderApp('/subscribe');
  const upgrade = await screen.findByRole('button', { name: 'Upgrade to Premium' });
  refuse(currentUser, 401, { code: 'identity.signed-out' });
  refuse(getStripeKey, 401, { code: 'identity.signed-out' });
  refuse(createSubscription, 401, { message: 'Please sign in.', code: 'identity.signed-out' });
  await user.click(upgrade);
  await screen.findByText('You are signed out');
  const link = await screen.findByRole('link', { name: 'Sign in to upgrade' });
  expect(link.getAttribute('href')).toBe('/login?next=%2Fsubscribe');
});

it('does not offer a subscription while payments are not configured', async () => {
  answer(getPrices, () => ({ ...PRICES, canSubscribe: false }));
  renderApp('/subscribe');
  await screen.findByText('Subscriptions are not available right now. Please try again later.');
  expect(screen.queryByRole('button', { name: 'Upgrade to Premium' })).toBeNull();
});

it('says that the user already has Premium', async () => {
  answer(currentUser, () => aUser({ isPremium: true }));
  renderApp('/subscribe');
  await screen.findByRole('heading', { name: "You're Already Premium!" });
  expect(screen.getByRole('link', { name: 'Go to Dashboard' }).getAttribute('href')).toBe('/');
  expect(await accessibilityFaults()).toEqual([]);
});

it.each<[string, CreateSubscriptionReply]>([
  ['Already Subscribed', reply({ status: 'active', subscriptionId: 'sub_1' })],
  ['Setup Issue', reply({ subscriptionId: 'sub_1' })],
  ['Failed to retrieve payment details', reply({})],
  [
    'Configuration Error',
    reply({ clientSecret: 'pi_1_secret_2', intentType: 'payment', subscriptionId: 'sub_1' }),
  ],
])('shows the message “%s” when a subscription does not lead to a payment form', async (words, answered) => {
  answer(createSubscription, () => answered);
  await pressUpgrade();
  await screen.findByText(words);
});

it('shows why the server refused a subscription, and lets the user try again', async () => {
  refuse(createSubscription, 502, {
    message: 'Your country is not served.',
    code: 'billing.refused',
    variant: 'other',
  });
  await pressUpgrade();
  await screen.findByText('Your country is not served.');
  await screen.findByRole('button', { name: 'Upgrade to Premium' });
});
