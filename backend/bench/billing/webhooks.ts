import { createHmac } from 'node:crypto';
import { Agent, request } from 'node:http';
import { STRIPE_WEBHOOK_PATH } from '@posthorn/contracts/billing/billing.http';
import { Pool } from 'pg';
import type { Product } from '../../test/product.ts';
import { SandboxControl } from '../../test/sandbox-control.ts';
import { atRate, inBurst, type Waits } from '../at-rate.ts';
import type { Report } from '../report.ts';
import { CALL_MS, type BareStripe } from './bare-stripe.ts';
import type { Payer } from './payer.ts';

const STEADY = { perSecond: 20, seconds: 5 } as const;
const BURST = 100;
const LANES = 20;
const TARGET = { atMost: 1_000 } as const;
/** The key with which Stripe's sandbox signs. */
const SECRET = 'whsec_posthorn_sandbox';

/** Sends Stripe webhooks for users who have just paid. Only the first event of each user changes something. */
export async function measureWebhooks(
  people: readonly Payer[],
  product: Product,
  stripe: BareStripe,
  report: Report,
): Promise<void> {
  const sandbox = new SandboxControl(product.sandboxUrl);
  await sandbox.stripe('webhooks', { mode: 'off' });
  for (const each of people) await each.pay();
  const customers = await customersOf(people, sandbox);
  const agent = new Agent({ keepAlive: true, maxSockets: LANES });
  const pool = new Pool({ connectionString: await product.databaseUrl(), max: LANES });
  let number = 0;
  const nextCustomer = () => customers[(number += 1) % customers.length] ?? '';
  const deliver = () => {
    const customer = nextCustomer();
    return deliverTo(new URL(STRIPE_WEBHOOK_PATH, product.url), eventOf(customer, number), agent);
  };
  const bareWork = async () => {
    const customer = nextCustomer();
    await pool.query('insert into public.bench_event values ($1)', [`evt_${String(number)}`]);
    await stripe.look(customer);
  };
  const add = (name: string, waits: Waits, baseline: Waits) => {
    report.add({
      name: `${name}, without the call to Stripe, p99`,
      value: waits.p99 - CALL_MS,
      unit: 'ms',
      target: TARGET,
      baseline: { name: 'only an INSERT and the same call to Stripe', value: baseline.p99 - CALL_MS },
    });
  };
  try {
    await pool.query('create table public.bench_event (id text primary key)');
    const { perSecond, seconds } = STEADY;
    add(
      `Stripe webhooks, ${String(perSecond)} a second`,
      await atRate(perSecond, seconds, deliver),
      await atRate(perSecond, seconds, bareWork),
    );
    add(
      `${String(BURST)} Stripe webhooks at once`,
      await inBurst(BURST, LANES, deliver),
      await inBurst(BURST, LANES, bareWork),
    );
  } finally {
    await pool.query('drop table if exists public.bench_event');
    await pool.end();
    agent.destroy();
  }
}

async function customersOf(people: readonly Payer[], sandbox: SandboxControl): Promise<readonly string[]> {
  const ids = new Set(people.map(({ userId }) => userId));
  const { customers } = await sandbox.stripeState();
  return customers.filter(({ metadata }) => ids.has(metadata['userId'] ?? '')).map(({ id }) => id);
}

const eventOf = (customer: string, number: number): string =>
  JSON.stringify({
    id: `evt_bench_${String(number)}`,
    object: 'event',
    type: 'invoice.paid',
    livemode: false,
    data: { object: { object: 'invoice', customer } },
  });

function deliverTo(to: URL, body: string, agent: Agent): Promise<void> {
  const at = String(Math.floor(Date.now() / 1000));
  const signature = createHmac('sha256', SECRET).update(`${at}.${body}`).digest('hex');
  const headers = { 'content-type': 'application/json', 'stripe-signature': `t=${at},v1=${signature}` };
  return new Promise((resolve, reject) => {
    const call = request(to, { method: 'POST', agent, headers }, (response) => {
      response.resume();
      response.on('end', () => {
        if (response.statusCode === 200) resolve();
        else reject(new Error(`The webhook got the response ${String(response.statusCode)}.`));
      });
    });
    call.on('error', reject);
    call.end(body);
  });
}
