import type { BillingView, CreateSubscriptionReply } from '@posthorn/contracts/billing/billing.http';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { backUpLog } from './back-up-log.ts';
import { Creator } from './creator.ts';
import { eventually } from './eventually.ts';
import { startProduct, type Product } from './product.ts';
import { run } from './program.ts';
import { StripeControl } from './stripe-control.ts';

/** The nightly check runs by itself, and single checks follow within a second. */
const SHORT = { tick: 500, nightTick: 500, firstRetry: 500 };

let product: Product;
let stripe: StripeControl;
let [ana, ben]: Creator[] = [];
const subscribe = async ({ client }: Creator) =>
  (await client.post<CreateSubscriptionReply>('/api/create-subscription')).body;
const billing = async ({ client }: Creator) => (await client.get<BillingView>('/api/billing')).body;
const isOn = (who: Creator, plan: BillingView['plan']) =>
  eventually(async () => {
    expect((await billing(who)).plan).toBe(plan);
  });
async function pay(who: Creator): Promise<string> {
  const { clientSecret, subscriptionId } = await subscribe(who);
  expect(await stripe.pay(clientSecret ?? '')).toBe(true);
  await isOn(who, 'premium');
  return subscriptionId ?? '';
}

beforeAll(async () => {
  product = await startProduct({
    fast: true,
    env: { POSTHORN_FOLLOWING_TIMES: JSON.stringify(SHORT) },
  });
  stripe = new StripeControl(product.sandboxUrl);
  ana = await Creator.signedIn(product, 'ana@billing.example');
  ben = await Creator.signedIn(product, 'ben@billing.example');
  const bens = await pay(ben);
  const putBack = await backUpLog(product);
  await pay(ana);
  await stripe.end(bens);
  await isOn(ben, 'free');
  // The product is killed, so its database server keeps running and the log can be restored. Stripe keeps its newer state.
  await product.kill();
  await putBack();
  const env = product.commandEnv;
  expect(await run('backend/src/cli/restored.ts', { args: ['log'], env })).toMatchObject({ code: 0 });
  await product.restart();
}, 240_000);
afterAll(() => product.close());

it('finds a user who paid after the backup by asking Stripe, and creates no second subscription for them', async () => {
  if (!ana) throw new Error('Nobody is signed in');
  await isOn(ana, 'premium');
  expect(await subscribe(ana)).toMatchObject({ clientSecret: null, status: 'active' });
  const { customers, subscriptions } = await stripe.state();
  expect([customers.length, subscriptions.length]).toEqual([2, 2]);
}, 60_000);

it('ends Premium of a user who cancelled after the backup', async () => {
  if (!ben) throw new Error('Nobody is signed in');
  await isOn(ben, 'free');
  expect(await billing(ben)).toMatchObject({ status: 'canceled' });
}, 60_000);
