// @zones
import { BILLING_TEXT } from '@posthorn/contracts/billing/billing-text';
import { setTimeout } from 'node:timers/promises';
import {
  getBilling,
  openPortal,
  refreshBilling,
  type BillingView,
} from '@posthorn/contracts/billing/billing.http';
import { appState, currentUser, listSessions } from '@posthorn/contracts/identity/session.http';
import { getLinkPage } from '@posthorn/contracts/link-tree/link-page.http';
import { listAccounts } from '@posthorn/contracts/integrations/accounts.http';
import { FREE_SUFFIX } from '@posthorn/contracts/shared/brand';
import { mediaUsage } from '@posthorn/contracts/shared/media-usage.http';
import { beforeEach, expect, it } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { accessibilityFaults } from '#testing/axe.ts';
import { answer, refuse } from '#testing/fake-server.ts';
import { renderApp } from '#testing/render-app.tsx';
import { aLinkPage, aUser } from '#testing/views.ts';

const user = userEvent.setup();
const FREE: BillingView = {
  plan: 'free',
  causes: [],
  status: null,
  amount: null,
  currency: null,
  periodEnd: null,
  cancelAtPeriodEnd: false,
  endsAt: null,
  pastDueSince: null,
  canOpenPortal: false,
};
const PAID: BillingView = {
  ...FREE,
  plan: 'premium',
  causes: ['subscription'],
  status: 'active',
  amount: 1900,
  currency: 'usd',
  periodEnd: '2030-02-01T00:00:00.000Z',
  canOpenPortal: true,
};

beforeEach(() => {
  answer(appState, () => ({ sandbox: false, sandboxUrl: null, version: '0.1.0', signInProviders: [] }));
  answer(listAccounts, () => []);
  answer(listSessions, () => []);
});

async function planCard(billing: BillingView, address = '/settings'): Promise<HTMLElement> {
  answer(getBilling, () => billing);
  answer(currentUser, () => aUser({ isPremium: billing.plan === 'premium' }));
  renderApp(address);
  // The card's code loads separately.
  return screen.findByRole('region', { name: /^Plan/u }, { timeout: 10_000 });
}
const GB = 1024 ** 3;
const NO_ROOM = 'Your storage is full. Delete posts with pictures or videos to make room.';
const actions = (card: HTMLElement): readonly (string | null)[] =>
  [...card.querySelectorAll('a, button')].map(({ textContent }) => textContent);

it.each<[string, BillingView, readonly string[]]>([
  ['With Premium you get', FREE, ['Upgrade to Premium']],
  [
    'Finish your payment to get Premium.',
    { ...FREE, status: 'incomplete', canOpenPortal: true },
    ['Finish your payment', 'Manage subscription'],
  ],
  ['Next payment: $19 on 1 Feb 2030', PAID, ['Manage subscription', 'Cancel subscription']],
  [
    `Next payment: $19 on 27 Dec`,
    { ...PAID, periodEnd: `${String(new Date().getUTCFullYear())}-12-27T09:00:00.000Z` },
    ['Manage subscription', 'Cancel subscription'],
  ],
  [
    'Premium until 1 Feb 2030.',
    { ...PAID, cancelAtPeriodEnd: true },
    ['Resume subscription', 'Manage subscription'],
  ],
  [
    'Your last payment failed. Update your card to keep Premium.',
    { ...PAID, status: 'past_due', pastDueSince: '2030-01-01T00:00:00.000Z' },
    ['Update card', 'Manage subscription'],
  ],
  ...['past_due', 'unpaid', 'paused'].map((status): [string, BillingView, readonly string[]] => [
    'Your subscription needs a payment. Update your card, or cancel the subscription.',
    { ...PAID, plan: 'free', causes: [], status, pastDueSince: '2030-01-01T00:00:00.000Z' },
    ['Update card', 'Manage subscription'],
  ]),
  [
    'Your subscription needs a payment. Update your card, or cancel the subscription.',
    { ...PAID, causes: ['complimentary'], status: 'unpaid' },
    ['Update card', 'Manage subscription'],
  ],
  ['You have Premium for free.', { ...FREE, plan: 'premium', causes: ['complimentary'] }, []],
  [
    'With Premium you get',
    { ...PAID, plan: 'free', causes: [], status: 'canceled' },
    ['Upgrade to Premium', 'Manage subscription'],
  ],
])('shows “%s”, with the matching buttons', async (words, billing, expected) => {
  const card = await planCard(billing);
  within(card).getByText(words);
  expect(actions(card)).toEqual(expected);
  expect(await accessibilityFaults()).toEqual([]);
});

it('lists everything that Premium adds to the free plan', async () => {
  const list = within(await planCard(FREE)).getByRole('list', { name: 'With Premium you get' });
  expect(
    within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([
    'Unlimited scheduled posts',
    'Unlimited connected accounts',
    '20 GB for pictures and videos',
    'Public page with your 10 latest posts',
    'Analytics for every post: likes, views, trends and best hours',
    'AI reply assistant',
    'Automatic replies',
    'Replies in your own tone',
    `No “${FREE_SUFFIX}” under your posts`,
    'Your own banner on the public page',
    'Pro badge on your profile',
    'Priority support',
  ]);
});

it.each<[string, object, string[]]>([
  ['has room', {}, []],
  ['has no bytes left', { bytes: 2 * GB }, [NO_ROOM]],
  ['has reached the maximum number of files', { files: 1000 }, [NO_ROOM]],
])(
  'shows used and total storage, and whether it is full, for a user who %s',
  async (_, overrides, warning) => {
    answer(mediaUsage, () => ({
      bytes: 120 * 1024 ** 2,
      bytesMax: 2 * GB,
      files: 12,
      filesMax: 1000,
      ...overrides,
    }));
    const card = await planCard(FREE);
    const used = 'bytes' in overrides ? '2 GB' : '120 MB';
    await within(card).findByText(`Pictures and videos: ${used} of 2 GB.`);
    expect(
      within(card)
        .queryAllByText(/room/u)
        .map(({ textContent }) => textContent),
    ).toEqual(warning);
    expect(await accessibilityFaults()).toEqual([]);
  },
);

it("shows only the plan's name when billing cannot be loaded", async () => {
  answer(currentUser, () => aUser({ isPremium: true }));
  refuse(getBilling, 500, {});
  renderApp('/settings');
  const card = await screen.findByRole('region', { name: /^Plan/u });
  within(card).getByText('Premium');
  expect(actions(card)).toEqual([]);
});

it('shows the state that the server reads from Stripe when the user returns from Stripe', async () => {
  answer(refreshBilling, () => ({ ...PAID, cancelAtPeriodEnd: true }));
  const card = await planCard(PAID, '/settings?billing=back');
  within(card).getByText('Premium until 1 Feb 2030.');
});

it('stays visible while the app removes `billing` from the URL, even if another card loads slowly', async () => {
  refuse(getLinkPage, 503, {});
  answer(refreshBilling, async () => {
    // After this pause the server has refused the link page, and the card requests the page again.
    await setTimeout(200);
    answer(getLinkPage, () => setTimeout(800, aLinkPage()));
    return PAID;
  });
  answer(getBilling, () => PAID);
  answer(currentUser, () => aUser({ isPremium: true }));
  const router = renderApp('/settings?billing=back');
  const plan = { name: /^Plan/u };
  await screen.findByRole('region', plan, { timeout: 10_000 });
  const seen: boolean[] = [];
  do {
    seen.push(screen.queryByRole('region', plan) !== null);
    await setTimeout(20);
  } while (router.state.status !== 'idle' || 'billing' in router.state.location.search);
  expect(seen).not.toContain(false);
});

it("shows why the app cannot open Stripe's page for the subscription", async () => {
  refuse(openPortal, 503, { message: BILLING_TEXT.unavailable, code: 'billing.unavailable' });
  const card = await planCard(PAID);
  await user.click(within(card).getByRole('button', { name: 'Cancel subscription' }));
  await screen.findByText(BILLING_TEXT.unavailable);
});
