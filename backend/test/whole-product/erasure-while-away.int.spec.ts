import { HOUR_MS } from '@posthorn/contracts/shared/durations';
import { deleteAccount } from '@posthorn/contracts/identity/account.http';
import { BRAND } from '@posthorn/contracts/shared/brand';
import { InMemoryEventStore } from '@posthorn/event-store/testing/in-memory-event-store';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { Pool } from 'pg';
import { RemoteRevocationLoop } from '#infrastructure/personal-data/erasure/remote-revocations.ts';
import { Mailer } from '#infrastructure/mail/mailer.ts';
import { boot, type Booted } from '#infrastructure/testing/boot.ts';
import { BillingModule } from '#modules/billing/billing.module.ts';
import { ScriptedStripe } from '#modules/billing/testing/scripted-stripe.ts';
import { ErasureLoop } from '#modules/identity/effects/erasures/erasure-loop.ts';
import { IdentityModule } from '#modules/identity/identity.module.ts';
import { userOf } from '#modules/identity/testing/boot-identity.ts';
import { TestBrowser } from '#modules/identity/testing/test-browser.ts';
import { TestMailer } from '#modules/identity/testing/test-mailer.ts';

// Erases a user while Stripe is unavailable, with the real erasure steps of the modules Identity and Billing.

const HOUR = HOUR_MS;
/** The real time, because the database and the double of Stripe use it. */
const NOW = new Date();
/** More rounds than an erasure needs. */
const ROUNDS = 4;
const store = new InMemoryEventStore();
const mailer = new TestMailer();
const stripe = new ScriptedStripe();
let product: Booted;
let pool: Pool;
let userNumber = 0;
beforeAll(async () => {
  const env = {
    STRIPE_SECRET_KEY: `sk_test_${'c'.repeat(24)}`,
    STRIPE_PUBLISHABLE_KEY: 'pk_test_shown',
    STRIPE_WEBHOOK_SECRET: 'whsec_one',
    STRIPE_API_URL: await stripe.open(),
    PREMIUM_SINCE: '2000-01-01',
  };
  const bindings = [{ provide: Mailer, useValue: mailer }];
  const modules = [IdentityModule, BillingModule];
  product = await boot(modules, { store, now: NOW, database: true, realSessions: true, env, bindings });
  pool = product.app.get(Pool);
}, 120_000);
beforeEach(async () => {
  product.clock.set(NOW);
  await pool.query('truncate edge.rate_limit');
  userNumber += 1;
});
afterEach(() => {
  stripe.faults = [];
});
afterAll(async () => {
  await product.close();
  await stripe.close();
});

const emailOf = (): string => `leaving-${String(userNumber)}@example.com`;
const advance = (milliseconds: number): void => {
  product.clock.set(new Date(product.clock.now().getTime() + milliseconds));
};
/** Makes Stripe fail the next calls of this kind. */
const failCalls = (call: string, times = 30): void => {
  stripe.faults.push(...Array.from({ length: times }, () => ({ call, how: 'http500' }) as const));
};
const typesOf = (userId: string) => store.historyOf(`erasure-${userId}`).map(({ type }) => type);
const lastMail = () => mailer.to(emailOf()).at(-1);

async function signedIn() {
  const browser = new TestBrowser(product.url);
  await browser.signIn(emailOf());
  const { id, username } = await userOf(browser);
  const leave = () => browser.send('DELETE', deleteAccount.path, { json: { confirm: username } });
  return { browser, id, leave };
}
type Person = Awaited<ReturnType<typeof signedIn>>;

/** Starts a checkout, which creates a customer at Stripe. */
async function startCheckout({ browser }: Person): Promise<void> {
  await browser.send('POST', '/api/create-subscription', { json: {} });
}

/** Runs the erasure loop several times. Each round makes all erasures due. */
async function runErasures(): Promise<void> {
  for (let round = 0; round < ROUNDS; round += 1) {
    await product.catchUp();
    await pool.query('update identity.erasure set due_at = now()');
    await product.app.get(ErasureLoop).round();
  }
}
async function nextRevocation(): Promise<void> {
  await pool.query('update effects.farewell set due_at = now()');
  await product.app.get(RemoteRevocationLoop).round();
}
const farewells = async () =>
  (await pool.query<{ row: string }>('select f::text as row from effects.farewell f')).rows;

it('erases local data, and deletes the customer as soon as Stripe is available', async () => {
  const ana = await signedIn();
  await startCheckout(ana);
  const [customer] = [...stripe.customers.values()].slice(-1);
  expect(customer?.metadata).toMatchObject({ userId: ana.id });
  failCalls(`DELETE /v1/customers/${customer?.id ?? ''}`);
  expect((await ana.leave()).status).toBe(202);
  await runErasures();
  expect(typesOf(ana.id)).toContain('SubjectErased');
  expect(typesOf(ana.id)).not.toContain('ErasureCompleted');
  // Two encrypted rows remain. They say what Stripe must delete: this customer, and all customers of the user.
  expect(await farewells()).toHaveLength(2);
  for (const { row } of await farewells()) expect(row).not.toContain(customer?.id);

  advance(HOUR);
  await nextRevocation();
  await runErasures();
  expect(typesOf(ana.id)).not.toContain('ErasureCompleted');
  stripe.faults = [];
  await nextRevocation();
  await runErasures();
  expect(stripe.customers.get(customer?.id ?? '')).toMatchObject({ deleted: true });
  expect(typesOf(ana.id).at(-1)).toBe('ErasureCompleted');
  expect(await farewells()).toEqual([]);
  expect(lastMail()?.text).not.toContain('Stripe');
});

it('ends the erasure after a day, with a mail that the customer at Stripe must be deleted by hand', async () => {
  const ana = await signedIn();
  await startCheckout(ana);
  const customer = () => [...stripe.customers.values()].find(({ metadata }) => metadata['userId'] === ana.id);
  failCalls(`DELETE /v1/customers/${customer()?.id ?? ''}`);
  expect((await ana.leave()).status).toBe(202);
  await runErasures();
  advance(23 * HOUR);
  await nextRevocation();
  await runErasures();
  expect(typesOf(ana.id)).not.toContain('ErasureCompleted');
  advance(2 * HOUR);
  await runErasures();
  expect(lastMail()?.text).toContain('Stripe could not be reached for a day');
  expect(lastMail()?.text).toContain(BRAND.supportEmail);
  expect(typesOf(ana.id).at(-1)).toBe('ErasureCompleted');
  expect(await farewells()).toEqual([]);
  expect(customer()).toBeDefined();
});

it('deletes a customer although the response to its creation was lost', async () => {
  const ana = await signedIn();
  const call = 'POST /v1/customers';
  stripe.faults.push({ call, how: 'drop-after' });
  for (let tries = 0; tries < 30; tries += 1) stripe.faults.push({ call, how: 'drop-before' });
  await startCheckout(ana);
  const customers = () =>
    [...stripe.customers.values()].filter(({ metadata }) => metadata['userId'] === ana.id);
  expect(customers()).toHaveLength(1);
  expect(store.historyOf(`subscription-${ana.id}`).map(({ type }) => type)).not.toContain('CustomerLinked');
  expect((await ana.leave()).status).toBe(202);
  await runErasures();
  // The product finds the customer by the user's id. It repeats the call with the lost response, which creates no second customer.
  expect(customers()).toEqual([]);
  expect(await farewells()).toHaveLength(1);
  stripe.faults = [];
  await nextRevocation();
  await runErasures();
  expect(customers()).toEqual([]);
  expect(typesOf(ana.id).at(-1)).toBe('ErasureCompleted');
});
