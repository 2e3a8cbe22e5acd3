// @zones
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type Stripe from 'stripe';
import { LOCAL, messageOf, SandboxUnderTest } from '../../testing/sandbox-client.ts';
import { idOf } from '../objects/invoice.ts';
import { monthsAfter, nextPeriodEnd } from '../objects/subscription.ts';
import { control, secretOf, stripeAt, subscriptionParams } from '../testing/stripe-client.ts';

const sandbox = new SandboxUnderTest();
let stripe: Stripe;
let customer: string;
let subscription: Stripe.Subscription;

const NOON = sandbox.now;

beforeEach(async () => {
  sandbox.now = NOON;
  await sandbox.start();
  stripe = stripeAt(sandbox);
  customer = (await stripe.customers.create()).id;
  subscription = await stripe.subscriptions.create(subscriptionParams(customer));
});
afterEach(async () => {
  await sandbox.stop();
});

const pay = () => control(sandbox, 'confirm', { clientSecret: secretOf(subscription) });
const advance = (days: number) => control(sandbox, 'advance', { days });
const read = () => stripe.subscriptions.retrieve(subscription.id);
const billOf = async ({ latest_invoice: invoice }: Stripe.Subscription) =>
  stripe.invoices.retrieve(idOf(invoice) ?? '');
const secondsAt = (iso: string): number => Date.parse(iso) / 1000;

it('expires an incomplete subscription with its invoice after 23 hours', async () => {
  await advance(22.9 / 24);
  expect((await read()).status).toBe('incomplete');
  await advance(0.1 / 24);
  const expired = await read();
  expect(expired).toMatchObject({ status: 'incomplete_expired', ended_at: subscription.created + 23 * 3600 });
  expect((await billOf(expired)).status).toBe('void');
  expect(messageOf(await controlPayment('confirm'))).toContain('canceled');
});

it('refuses to pay a voided invoice and to void a paid one', async () => {
  const { latest_invoice: open } = subscription;
  expect((await stripe.invoices.voidInvoice(idOf(open) ?? '')).status).toBe('void');
  expect((await read()).status).toBe('incomplete_expired');
  expect(messageOf(await controlPayment('confirm'))).toContain('canceled');
  await expect(stripe.subscriptions.cancel(subscription.id)).rejects.toMatchObject({
    code: 'resource_missing',
  });
  subscription = await stripe.subscriptions.create(subscriptionParams(customer));
  await pay();
  const paid = idOf(subscription.latest_invoice) ?? '';
  await expect(stripe.invoices.voidInvoice(paid)).rejects.toMatchObject({ statusCode: 400 });
  expect([(await read()).status, (await stripe.invoices.retrieve(paid)).status]).toEqual(['active', 'paid']);
});

it('expires an incomplete subscription when the clock of the sandbox passes 23 hours', async () => {
  sandbox.now += 23 * 3_600_000;
  expect((await read()).status).toBe('incomplete_expired');
});

it('counts months from the first day, and uses the last day of shorter months', () => {
  const anchor = secondsAt('2027-01-31T10:00:00Z');
  expect(monthsAfter(anchor, 1)).toBe(secondsAt('2027-02-28T10:00:00Z'));
  expect(nextPeriodEnd(anchor, secondsAt('2027-02-28T10:00:00Z'))).toBe(secondsAt('2027-03-31T10:00:00Z'));
});

it.each([
  ['advance', { days: -1 }],
  ['advance', {}],
  ['confirm', { clientSecret: 'pi_x_secret_y' }],
  ['confirm', { clientSecret: 'pi_x_secret_y', approve: 'yes' }],
  ['webhooks', { mode: 'sometimes' }],
  ['webhooks', { apiVersion: '2019-01-01' }],
  ['deliver', { events: ['evt_x'] }],
  ['decline', { customer: 'cus_x' }],
  ['credit', { cents: 1.5 }],
  ['refund', {}],
])('responds with 400 at %s and explains what is wrong with %j', async (name, json) => {
  const answer = await sandbox.call(LOCAL, `/control/stripe/${name}`, { json });
  expect(answer.status).toBe(400);
  expect(messageOf(answer)).not.toBe('');
});

async function controlPayment(name: string) {
  return sandbox.call(LOCAL, `/control/stripe/${name}`, { json: { clientSecret: secretOf(subscription) } });
}
