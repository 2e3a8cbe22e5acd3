import { createHmac } from 'node:crypto';
import type { CreateSubscriptionReply, PricesView } from '@posthorn/contracts/billing/billing.http';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { BrowserlessClient } from './browserless-client.ts';
import { Creator } from './creator.ts';
import { startProduct, type Product } from './product.ts';
import { SandboxControl } from './sandbox-control.ts';
import { CARDS, Subscriber } from './subscriber.ts';

/** All specs of this file use this product. Stripe's clock only moves forward. */
let product: Product;
const firstDay = new Date().toISOString().slice(0, 10);
beforeAll(async () => {
  product = await startProduct({ fast: true, env: { PREMIUM_SINCE: firstDay } });
});
afterAll(() => product.close());
const sandbox = () => new SandboxControl(product.sandboxUrl);
const tomorrow = { scheduledFor: new Date(Date.now() + 86_400_000).toISOString() };

const prices = async ({ url }: Product = product): Promise<PricesView> =>
  (await new BrowserlessClient(url).get<PricesView>('/api/billing/prices')).body;

it('grants Premium after a declined card and a bank approval, and ends Premium after the paid period', async () => {
  const ana = await Subscriber.signedUp(product);
  const account = await ana.creator.connectMastodon();
  const write = async (text: string) => (await ana.creator.schedule([account], text, tomorrow)).status;
  for (const text of ['one', 'two', 'three']) expect(await write(text)).toBe(201);
  expect(await write('four')).toBe(422);

  expect(await ana.pay({ card: CARDS.declined })).toMatchObject({ error: { code: 'card_declined' } });
  expect(await ana.refresh()).toMatchObject({ plan: 'free', status: 'incomplete', causes: [] });
  expect((await ana.pay({ card: CARDS.asks })).status).toBe('requires_action');
  expect(await ana.refresh()).toMatchObject({ plan: 'free', status: 'incomplete' });
  expect((await ana.pay({ card: CARDS.asks, approve: true })).status).toBe('succeeded');
  await ana.becomes('premium');
  expect(await write('four')).toBe(201);
  expect(await ana.billing()).toMatchObject({
    causes: ['subscription'],
    status: 'active',
    amount: 1900,
    currency: 'usd',
    cancelAtPeriodEnd: false,
    endsAt: null,
    canOpenPortal: true,
  });
  expect((await ana.begin()).body).toMatchObject({ clientSecret: null, intentType: null, status: 'active' });

  await ana.cancel();
  const { periodEnd } = await ana.refresh();
  expect(await ana.billing()).toMatchObject({ plan: 'premium', cancelAtPeriodEnd: true, endsAt: periodEnd });
  await sandbox().stripe('advance', { days: 27 });
  expect(await ana.refresh()).toMatchObject({ plan: 'premium', status: 'active' });
  await sandbox().stripe('advance', { days: 5 });
  await ana.becomes('free');
  expect(await ana.billing()).toMatchObject({ causes: [], status: 'canceled' });
  expect(await write('five')).toBe(422);
  expect(await ana.atStripe()).toHaveLength(1);
  expect(
    (await ana.subscriptionEvents()).filter((type) => type === 'PremiumGranted' || type === 'PremiumEnded'),
  ).toEqual([...['PremiumGranted', 'PremiumEnded']]);

  expect((await ana.pay()).status).toBe('succeeded');
  await ana.becomes('premium');
});

it('creates one subscription, one customer and one client secret for fifty simultaneous requests', async () => {
  const ana = await Subscriber.signedUp(product);
  const responses = await Promise.all(Array.from({ length: 50 }, () => ana.begin()));
  expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200));
  expect(new Set(responses.map(({ body }) => body.clientSecret)).size).toBe(1);
  expect(await ana.atStripe()).toHaveLength(1);
  expect(await ana.customers()).toHaveLength(1);
});

it('ignores what a browser claims about a payment', async () => {
  const ana = await Subscriber.signedUp(product);
  const claims = { isPremium: true, status: 'active', success: true, userId: 'somebody', plan: 'premium' };
  await ana.begin(claims);
  const { client } = ana.creator;
  await client.post('/api/billing/refresh', claims);
  await client.get('/subscribe?success=true&redirect_status=succeeded&payment_intent=pi_1');
  await client.call('PATCH', `/api/users/${ana.id}`, { ...claims, firstName: 'Ana', lastName: 'L' });
  expect(await ana.billing()).toMatchObject({ plan: 'free', status: 'incomplete' });
  expect(await ana.isPremium()).toBe(false);
  expect(await ana.subscriptionEvents()).not.toContain('PremiumGranted');
});

describe('webhooks', () => {
  afterEach(() => sandbox().stripe('webhooks', { mode: 'on', delaySeconds: 0 }));

  const forge = async (body: string, signature: string): Promise<number> => {
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
    const response = await fetch(`${product.url}/api/stripe/webhook`, { method: 'POST', headers, body });
    return response.status;
  };
  const sign = (body: string, secret: string, at = Math.floor(Date.now() / 1000)): string =>
    `t=${String(at)},v1=${createHmac('sha256', secret)
      .update(`${String(at)}.${body}`)
      .digest('hex')}`;

  it('change nothing without a valid signature', async () => {
    const ana = await Subscriber.signedUp(product);
    await ana.begin();
    const [customer] = await ana.customers();
    const object = { object: 'subscription', customer: customer?.id, status: 'active' };
    const event = {
      object: 'event',
      id: 'evt_forged',
      type: 'customer.subscription.updated',
      livemode: false,
    };
    const body = JSON.stringify({ ...event, data: { object } });
    const secret = 'whsec_posthorn_sandbox';
    expect(await forge(body, sign(body, 'whsec_other'))).toBe(400);
    expect(await forge(`${body} `, sign(body, secret))).toBe(400);
    expect(await forge(body, sign(body, secret, Math.floor(Date.now() / 1000) - 301))).toBe(400);
    expect(await forge(body, '')).toBe(400);
    // A forged webhook with the right secret can only trigger a check.
    expect(await forge(body, sign(body, secret))).toBe(200);
    expect(await ana.billing()).toMatchObject({ plan: 'free', status: 'incomplete' });
  });

  it('are not needed when the browser returns after the payment', async () => {
    await sandbox().stripe('webhooks', { mode: 'off' });
    const ana = await Subscriber.signedUp(product);
    await ana.pay();
    expect((await ana.billing()).plan).toBe('free');
    expect((await ana.refresh()).plan).toBe('premium');
    await ana.becomes('premium');
  });

  it.each(['twice', 'shuffle'])('give the same result when they arrive late and %s', async (mode) => {
    const ana = await Subscriber.signedUp(product);
    await sandbox().stripe('webhooks', { mode, delaySeconds: 1 });
    await ana.pay();
    await ana.becomes('premium');
    await ana.cancel();
    await sandbox().stripe('advance', { days: 32 });
    await ana.becomes('free');
    expect((await ana.billing()).status).toBe('canceled');
  });

  it('grant and end Premium once when each arrives twice and in the wrong order', async () => {
    const ana = await Subscriber.signedUp(product);
    await sandbox().stripe('webhooks', { mode: 'off' });
    await ana.pay();
    const deliverAll = async () => {
      const newestFirst = [...(await ana.eventIds())].reverse();
      await sandbox().stripe('deliver', { events: [...newestFirst, ...newestFirst] });
    };
    await deliverAll();
    expect((await ana.billing()).plan).toBe('premium');
    await ana.cancel();
    await sandbox().stripe('advance', { days: 32 });
    await deliverAll();
    expect(await ana.billing()).toMatchObject({ plan: 'free', status: 'canceled' });
    const types = await ana.subscriptionEvents();
    expect(types.filter((type) => type === 'PremiumGranted')).toHaveLength(1);
    expect(types.filter((type) => type === 'PremiumEnded')).toHaveLength(1);
  });
});

it('keeps Premium after a failed renewal if the user replaces the card, and ends it otherwise', async () => {
  const [paysLater, neverPays] = [await Subscriber.signedUp(product), await Subscriber.signedUp(product)];
  for (const ana of [paysLater, neverPays]) {
    await ana.pay();
    await ana.becomes('premium');
    const [customer] = await ana.customers();
    await sandbox().stripe('decline', { customer: customer?.id });
  }
  await sandbox().stripe('advance', { days: 31.5 });
  for (const ana of [paysLater, neverPays]) {
    expect(await ana.refresh()).toMatchObject({ plan: 'premium', status: 'past_due' });
    expect((await ana.billing()).pastDueSince).not.toBeNull();
    // A new card fixes the renewal, so the user must not pay twice.
    expect((await ana.begin()).body.clientSecret).toBeNull();
  }
  const [customer] = await paysLater.customers();
  await sandbox().stripe('decline', { customer: customer?.id, declines: false });
  await sandbox().stripe('advance', { days: 28 });
  await paysLater.becomes('premium');
  expect(await paysLater.refresh()).toMatchObject({ status: 'active', pastDueSince: null });
  await neverPays.becomes('free');
  expect(await neverPays.billing()).toMatchObject({ status: 'canceled' });
});

it('charges the price of the day, and keeps each user’s first price', async () => {
  const [first, todaysPrices] = [await Subscriber.signedUp(product), await prices()];
  expect(todaysPrices).toMatchObject({ current: { amount: 1900 }, normally: 4900, next: { amount: 2900 } });
  await first.pay();
  await first.becomes('premium');
  const unpaid = await Subscriber.signedUp(product);
  const firstReply = (await unpaid.begin()).body;

  await product.stop();
  await product.restart({ PREMIUM_SINCE: new Date(Date.now() - 30 * 86_400_000).toISOString().slice(0, 10) });
  expect(await prices()).toMatchObject({
    current: { amount: 2900 },
    next: { amount: 3900 },
    canSubscribe: true,
  });
  const second = await Subscriber.signedUp(product);
  await second.pay();
  await second.becomes('premium');
  expect((await second.billing()).amount).toBe(2900);
  expect(await chargedAmounts(second)).toEqual([2900]);
  expect((await first.refresh()).amount).toBe(1900);
  expect(await chargedAmounts(first)).toEqual([1900]);
  // A user cannot keep a day’s price by not paying.
  const newReply = (await unpaid.begin()).body;
  expect(newReply.subscriptionId).not.toBe(firstReply.subscriptionId);
  expect((await unpaid.billing()).amount).toBe(2900);
  expect((await unpaid.atStripe()).filter(({ status }) => status === 'incomplete')).toHaveLength(1);
});

const chargedAmounts = async (subscriber: Subscriber): Promise<readonly number[]> =>
  (await subscriber.atStripe()).flatMap(({ items }) => items.data.map(({ price }) => price.unit_amount));

it('refuses payments with 503 without Stripe keys and sandbox, and still gives complimentary Premium', async () => {
  const withoutStripe = await startProduct({
    env: { SANDBOX: 'off', COMPLIMENTARY_PREMIUM: 'patron@example.com' },
  });
  try {
    const { client } = await Creator.signedIn(withoutStripe);
    const refused = await client.post<CreateSubscriptionReply>('/api/create-subscription');
    expect(refused).toMatchObject({
      status: 503,
      body: { message: 'Stripe is not configured. Please contact support.', code: 'billing.not-configured' },
    });
    for (const call of [client.get('/api/stripe/public-key'), client.post('/api/billing/refresh')])
      expect((await call).status).toBe(503);
    expect((await client.get('/api/billing')).body).toMatchObject({ plan: 'free', canOpenPortal: false });
    expect(await prices(withoutStripe)).toMatchObject({ current: { amount: 1900 }, canSubscribe: false });
    expect((await client.post('/api/stripe/webhook', { id: 'evt_1' })).status).toBe(503);
    const page = await client.call('GET', '/subscribe', undefined, { accept: 'text/html' });
    expect(page.headers.get('content-security-policy')).not.toMatch(/stripe/u);
    const patron = await Creator.signedIn(withoutStripe, 'patron@example.com');
    expect((await patron.client.get('/api/billing')).body).toMatchObject({ causes: ['complimentary'] });
  } finally {
    await withoutStripe.close();
  }
});
