import { createHmac } from 'node:crypto';
import { request, Agent } from 'node:http';
import type { Pool } from 'pg';
import { CLIENT } from '../../sandbox/oauth/authorization-server.ts';
import { atRate, inBurst, type Waits } from '../at-rate.ts';
import type { Report } from '../report.ts';
import type { Creator } from '../../test/creator.ts';

const BURST = 200;
const LANES = 20;
const STEADY = { perSecond: 50, seconds: 4 } as const;
const TARGET = { atMost: 200 } as const;

/** Sends Meta webhooks for comments under a Page: 50 per second, then 200 at once. */
export async function measureWebhooks(
  creator: Creator,
  url: string,
  pool: Pool,
  report: Report,
): Promise<void> {
  await creator.connect('/api/auth/facebook', 'bench-page');
  const { rows } = await pool.query<{ id: string }>(
    `select remote_id as id from integrations.account_key where platform = 'facebook' and held_since is not null limit 1`,
  );
  const page = rows[0]?.id;
  if (page === undefined) throw new Error('No Page was connected.');
  const agent = new Agent({ keepAlive: true, maxSockets: LANES });
  let number = 0;
  const deliver = () => deliverTo(new URL('/api/webhooks/meta', url), bodyOf(page, (number += 1)), agent);
  const add = (name: string, waits: Waits, bare: Waits) => {
    report.add({
      name: `${name}, until the response, p99`,
      value: waits.p99,
      unit: 'ms',
      target: TARGET,
      baseline: { name: 'bare INSERT', value: bare.p99 },
    });
  };
  await pool.query('create table public.bench_delivery (digest text primary key)');
  const insert = () => pool.query('insert into public.bench_delivery values ($1)', [String((number += 1))]);
  try {
    await atRate(20, 1, deliver);
    const { perSecond, seconds } = STEADY;
    add(
      `Meta webhooks, ${String(perSecond)} a second`,
      await atRate(perSecond, seconds, deliver),
      await atRate(perSecond, seconds, insert),
    );
    add(
      `${String(BURST)} Meta webhooks at once`,
      await inBurst(BURST, LANES, deliver),
      await inBurst(BURST, LANES, insert),
    );
  } finally {
    await pool.query('drop table public.bench_delivery');
    agent.destroy();
  }
}

const bodyOf = (page: string, number: number): string =>
  JSON.stringify({
    object: 'page',
    entry: [
      {
        id: page,
        time: number,
        changes: [
          {
            field: 'feed',
            value: { item: 'comment', verb: 'add', post_id: `${page}_1`, comment_id: String(number) },
          },
        ],
      },
    ],
  });

function deliverTo(to: URL, body: string, agent: Agent): Promise<void> {
  const signature = createHmac('sha256', CLIENT.secret).update(body).digest('hex');
  const headers = { 'content-type': 'application/json', 'x-hub-signature-256': `sha256=${signature}` };
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
