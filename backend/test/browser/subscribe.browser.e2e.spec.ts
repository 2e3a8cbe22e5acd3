import { expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { PHONE } from './examine.ts';
import { boxOf, overlap } from './overlap.ts';
import { CARD_FRAME, STRIPE_FORM } from './subscribe-screens.ts';
import { shiftsOf } from './shifts.ts';
import { Stage } from './stage.ts';
import type { VisitOptions, Visitor } from './visitor.ts';

const stage = Stage.forSpecs();
const CARDS = { pays: '4242424242424242', declined: '4000000000000002', needsApproval: '4000002500003155' };

async function visitAsFreeUser(options = {}, path = '/subscribe'): Promise<Visitor> {
  return stage.visitOf(await stage.creator(), options, path);
}

async function upgrade({ page }: Visitor): Promise<void> {
  await page.getByRole('button', { name: 'Upgrade to Premium' }).click();
  await formOf(page).getByLabel('Card number').waitFor();
}

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Subscribe to Premium' });
const formOf = (page: Page) => page.frameLocator(CARD_FRAME);

async function pay(page: Page, card: string): Promise<void> {
  const form = formOf(page);
  await form.getByLabel('Card number').fill(card);
  await form.getByLabel('Expiration date').fill('12/34');
  await form.getByLabel('Security code').fill('123');
  await dialogOf(page).getByRole('button', { name: 'Subscribe' }).click();
}

async function expectWelcome(page: Page): Promise<void> {
  await page.getByText('Welcome to Premium!').first().waitFor();
  await page.waitForURL(({ pathname }) => pathname === '/');
  await page.getByRole('heading', { name: 'Posts', exact: true }).waitFor();
}

async function isVisible(page: Page, part: Locator): Promise<boolean> {
  const [box, size] = [await part.boundingBox(), page.viewportSize()];
  return box !== null && size !== null && box.y >= 0 && box.y + box.height <= size.height;
}

const isPremium = async ({ page }: Visitor): Promise<boolean> =>
  ((await (await page.request.get('/api/auth/user')).json()) as { isPremium: boolean }).isPremium;

it('does not request the current user for a visitor, so that the browser logs no error', async () => {
  const { page } = await stage.visit();
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  await page.goto('/subscribe');
  await page.getByRole('link', { name: 'Sign in to upgrade' }).first().waitFor();
  expect(errors).toEqual([]);
});

it('leads from Free to Premium after a declined card, and back to Free after the subscription has ended', async () => {
  const visitor = await visitAsFreeUser();
  const { page } = visitor;
  await page.getByRole('article', { name: 'Premium' }).getByText('$19', { exact: true }).waitFor();
  // The page loads nothing from Stripe before the button is pressed.
  expect(visitor.complaints).toEqual([]);
  visitor.expects(STRIPE_FORM);

  await upgrade(visitor);
  await dialogOf(page).getByText('$19 a month. Cancel any time.').waitFor();
  await pay(page, CARDS.declined);
  await page.getByText('Payment Failed', { exact: true }).waitFor();
  await dialogOf(page).getByRole('alert').getByText('Your card was declined.').waitFor();
  expect(await isPremium(visitor)).toBe(false);
  await pay(page, CARDS.pays);
  await expectWelcome(page);
  expect(await isPremium(visitor)).toBe(true);

  await visitor.open('/subscribe');
  await page.getByRole('heading', { name: "You're Already Premium!" }).waitFor();
  await page.getByRole('link', { name: 'Go to Dashboard' }).click();
  await page.getByRole('heading', { name: 'Posts', exact: true }).waitFor();

  await visitor.open('/settings');
  const plan = page.getByRole('region', { name: /^Plan/u });
  await plan.getByText('Pro', { exact: true }).waitFor();
  await plan.getByText(/^Next payment: \$19 on \d/u).waitFor();
  await plan.getByRole('button', { name: 'Cancel subscription' }).click();
  await page.waitForURL(/\/stripe\/portal\//u);
  await page.getByRole('button', { name: 'Cancel subscription' }).click();
  await page.getByText(/Ends on /u).waitFor();
  await page.getByRole('link', { name: /^Return to / }).click();
  await plan.getByText(/^Premium until .+\.$/u).waitFor();
  await page.waitForURL(({ search }) => search === '');
  await page.evaluate('atRest()');
  // The changed part is visible.
  expect(await isVisible(page, plan)).toBe(true);
  expect(await isPremium(visitor)).toBe(true);

  await stage.sandbox.stripe('advance', { days: 32 });
  await plan.getByRole('link', { name: 'Upgrade to Premium' }).waitFor();
  expect(await isPremium(visitor)).toBe(false);
  await visitor.open('/subscribe');
  await page.getByRole('button', { name: 'Upgrade to Premium' }).waitFor();
});

it.each<[string, VisitOptions]>([
  ['a phone', PHONE],
  ['a desktop', {}],
])(
  'reports a declined card without covering the form, and hides the message at the next try, on %s',
  async (_, options) => {
    const visitor = await visitAsFreeUser(options);
    const { page } = visitor;
    visitor.expects(STRIPE_FORM);
    await upgrade(visitor);
    await pay(page, CARDS.declined);
    const toast = page.getByRole('listitem').filter({ hasText: 'Payment Failed' });
    await toast.waitFor();
    await page.evaluate('atRest()');
    const dialog = dialogOf(page);
    // The toast disappears after seconds, so the spec measures it first.
    const toastBox = await boxOf(toast);
    for (const part of [
      page.locator(CARD_FRAME),
      dialog.getByRole('alert'),
      ...['Close', 'Cancel', 'Subscribe'].map((name) => dialog.getByRole('button', { name })),
    ])
      expect(await overlap(toastBox, part)).toBe(false);
    await pay(page, CARDS.needsApproval);
    await formOf(page).getByRole('button', { name: 'Approve' }).waitFor();
    await toast.waitFor({ state: 'hidden' });
    await formOf(page).getByRole('button', { name: 'Approve' }).click();
    const welcome = page.getByRole('listitem').filter({ hasText: 'Welcome to Premium!' });
    await welcome.waitFor();
    expect(await overlap(welcome, dialog.getByRole('status'))).toBe(false);
    await expectWelcome(page);
  },
);

it('completes the checkout in both windows after a payment in one window', async () => {
  const visitor = await visitAsFreeUser();
  const { page } = visitor;
  visitor.expects(STRIPE_FORM);
  const other = await visitor.context.newPage();
  await visitor.open('/subscribe', other);
  for (const window of [page, other]) {
    await window.getByRole('button', { name: 'Upgrade to Premium' }).click();
    await formOf(window).getByLabel('Card number').waitFor();
  }
  await pay(page, CARDS.pays);
  await Promise.all([expectWelcome(page), expectWelcome(other)]);
});

it('stores a card when nothing is due yet', async () => {
  await stage.sandbox.stripe('credit', { cents: 1900 });
  try {
    const visitor = await visitAsFreeUser();
    const { page } = visitor;
    visitor.expects(STRIPE_FORM);
    await upgrade(visitor);
    await pay(page, CARDS.pays);
    await expectWelcome(page);
  } finally {
    await stage.sandbox.stripe('credit', { cents: 0 });
  }
});

it('closes with X, with Cancel and with a tap outside, and continues with the same subscription', async () => {
  const user = await stage.creator();
  const visitor = await stage.visitOf(user, {}, '/subscribe');
  const { page } = visitor;
  visitor.expects(STRIPE_FORM);
  const before = (await stage.sandbox.stripeState()).subscriptions.length;
  const ways = [
    () => dialogOf(page).getByRole('button', { name: 'Close' }).click(),
    () => dialogOf(page).getByRole('button', { name: 'Cancel' }).click(),
    () => page.mouse.click(5, 450),
  ];
  for (const close of ways) {
    await upgrade(visitor);
    await close();
    await dialogOf(page).waitFor({ state: 'hidden' });
  }
  expect((await stage.sandbox.stripeState()).subscriptions.length - before).toBe(1);
  expect(await isPremium(visitor)).toBe(false);
});

it('does not trust a URL that claims a payment', async () => {
  const visitor = await stage.visit();
  await visitor.signInAs(await stage.creator());
  const { page } = visitor;
  await page.clock.install();
  await visitor.open('/subscribe?success=true');
  await page.getByText('Confirming your payment…').waitFor();
  await page.waitForURL(({ search }) => search === '');
  await page.clock.fastForward(31_000);
  await page.getByText('Your payment is still being confirmed. This page updates by itself.').waitFor();
  expect(await isPremium(visitor)).toBe(false);
});

it('reports that Stripe is unavailable, and works at the next try', async () => {
  const visitor = await visitAsFreeUser();
  const { page } = visitor;
  visitor.expects(STRIPE_FORM);
  visitor.expects(/Failed to load resource: net::ERR_FAILED/u);
  await page.route('**/stripe.js', (route) => route.abort());
  await page.getByRole('button', { name: 'Upgrade to Premium' }).click();
  await page.getByText('Configuration Error', { exact: true }).waitFor();
  await page.getByText('Stripe is not configured. Please contact support.', { exact: true }).waitFor();
  await page.unroute('**/stripe.js');
  await upgrade(visitor);
});

it('reloads the page when the app opens it, so that the security policy of the page applies', async () => {
  const visitor = await visitAsFreeUser({}, '/posts');
  const { page } = visitor;
  visitor.expects(STRIPE_FORM);
  await page.evaluate(
    "history.pushState({}, '', '/subscribe'); dispatchEvent(new PopStateEvent('popstate'))",
  );
  await upgrade(visitor);
});

it('leads visitors back to the plans after the sign-in', async () => {
  const visitor = await stage.visit(PHONE);
  const { page } = visitor;
  await visitor.open('/');
  await page.getByRole('link', { name: 'Go Premium' }).click();
  await page.getByRole('heading', { name: 'Premium', level: 1 }).waitFor();
  await page.getByText('Can I cancel?').waitFor();
  await page.getByRole('link', { name: 'Sign in to upgrade' }).click();
  await page.getByLabel('Email').fill('visitor@example.com');
  await page.getByRole('button', { name: 'Continue with Email' }).click();
  await page.getByRole('link', { name: 'Open the sign-in link' }).click();
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(({ pathname }) => pathname === '/subscribe');
  visitor.expects(STRIPE_FORM);
  await upgrade(visitor);
});

it.each<[string, VisitOptions]>([
  ['a phone', PHONE],
  ['a tall window', { height: 2000 }],
])('shows the plan in Settings without a layout shift, on %s', async (_, options) => {
  const visitor = await visitAsFreeUser(options, '/posts');
  const { page } = visitor;
  // When the posts are visible, the time zone of the user is known.
  await page.getByRole('heading', { name: 'Posts', exact: true }).waitFor();
  await page.evaluate('atRest()');
  await visitor.open('/settings/plan');
  const plan = page.getByRole('region', { name: /^Plan/u });
  await plan.getByRole('link', { name: 'Upgrade to Premium' }).waitFor();
  await page.evaluate('atRest()');
  expect(await shiftsOf(page)).toBe(0);
});
