import type { BillingView, CreateSubscriptionReply } from '@posthorn/contracts/billing/billing.http';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { backUpLog } from './back-up-log.ts';
import { Creator } from './creator.ts';
import { eventually } from './eventually.ts';
import { startProduct, type Product } from './product.ts';
import { run } from './program.ts';
import { StripeControl } from './stripe-control.ts';

/** Starts the nightly check immediately, and single checks within a second. */
const SHORT_TIMES = { tick: 500, nightTick: 500, firstRetry: 500 };

let product: Product;
let stripe: StripeControl;
let [ana, ben]: Creator[] = [];
const subscribe = async ({ client }: Creator) =>
  (await client.post<CreateSubscriptionReply>('/api/create-subscription')).body;
const billing = async ({ client }: Creator) => (await client.get<BillingView>('/api/billing')).body;
const expectPlan = (user: Creator, plan: BillingView['plan']) =>
  eventually(async () => {
    expect((await billing(user)).plan).toBe(plan);
  });
async function pay(user: Creator): Promise<string> {
  const { clientSecret, subscriptionId } = await subscribe(user);
  expect(await stripe.pay(clientSecret ?? '')).toBe(true);
  await expectPlan(user, 'premium');
  return subscriptionId ?? '';
}

beforeAll(async () => {
  product = await startProduct({
    fast: true,
    env: { POSTHORN_FOLLOWING_TIMES: JSON.stringify(SHORT_TIMES) },
  });
  stripe = new StripeControl(product.sandboxUrl);
  ana = await Creator.signedIn(product, 'ana@billing.example');
  ben = await Creator.signedIn(product, 'ben@billing.example');
  const subscriptionOfBen = await pay(ben);
  const restoreLog = await backUpLog(product);
  await pay(ana);
  await stripe.end(subscriptionOfBen);
  await expectPlan(ben, 'free');
  // The spec kills only the product. So the database server keeps running, and the spec can restore the log. Stripe keeps its newer state.
  await product.kill();
  await restoreLog();
  const env = product.commandEnv;
  expect(await run('backend/src/cli/restored.ts', { args: ['log'], env })).toMatchObject({ code: 0 });
  await product.restart();
});
afterAll(() => product.close());

it('grants Premium to a user who paid after the backup, without a second subscription', async () => {
  if (!ana) throw new Error('Nobody is signed in');
  await expectPlan(ana, 'premium');
  expect(await subscribe(ana)).toMatchObject({ clientSecret: null, status: 'active' });
  const { customers, subscriptions } = await stripe.state();
  expect([customers.length, subscriptions.length]).toEqual([2, 2]);
});

it('ends Premium of a user who cancelled after the backup', async () => {
  if (!ben) throw new Error('Nobody is signed in');
  await expectPlan(ben, 'free');
  expect(await billing(ben)).toMatchObject({ status: 'canceled' });
});
