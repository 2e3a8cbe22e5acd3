import type { AccountView } from '@posthorn/contracts/integrations/accounts.http';
import type { PostView } from '@posthorn/contracts/scheduling/posts.http';
import { setTimeout as pause } from 'node:timers/promises';
import { Pool } from 'undici';
import { openChaosSetup, type ChaosSetup } from '../test/chaos/chaos-setup.ts';
import { ProductProcess } from '../test/chaos/product-process.ts';
import { Creator } from '../test/creator.ts';
import { eventually } from '../test/eventually.ts';
import { SandboxControl } from '../test/sandbox-control.ts';
import type { Report } from './report.ts';

const CREATOR = 'bench@example.com';
const STEADY = { posts: 120, everyMs: 50 };
const CROWD = 1000;
const CALLERS = 24;
const ASK_EVERY_MS = 2_000;
/** Scheduling the crowd takes a while; none of it may be due before all of it is there. */
const CROWD_AHEAD = 90_000;

type Waits = Readonly<{ p50: number; p99: number }>;

/**
 * How late posts reach the platform, in milliseconds after their due time: a steady flow, and a thousand due in the
 * same second; beside bare calls to the same platform in the same run.
 */
export async function benchPublishing(report: Report): Promise<void> {
  const setup = await openChaosSetup('postgres', { fast: false });
  const product = new ProductProcess(setup.env({ COMPLIMENTARY_PREMIUM: CREATOR, SANDBOX: 'on' }));
  try {
    if (!(await product.ready())) throw new Error(`The product did not start:\n${product.said}`);
    const bare = await bareCalls(setup.sandboxUrl, { calls: CROWD, callers: CALLERS });
    const bench = await Bench.open(setup);
    const steady = await bench.steady();
    const flow = `due to call, ${String(1000 / STEADY.everyMs)} posts a second`;
    report.add({
      name: `${flow}, p50`,
      value: steady.p50,
      unit: 'ms',
      baseline: null,
      target: { atMost: 500 },
    });
    report.add({
      name: `${flow}, p99`,
      value: steady.p99,
      unit: 'ms',
      baseline: null,
      target: { atMost: 5000 },
    });
    const crowd = await bench.crowd();
    const baseline = { name: `as many bare calls, ${String(CALLERS)} at a time`, value: bare.p99 };
    const name = `due to call, ${String(CROWD)} posts due in one second, p99`;
    report.add({ name, value: crowd.p99, unit: 'ms', baseline, target: { atMost: 15_000 } });
  } finally {
    await product.stop();
    await setup.close();
  }
}

/**
 * As a script without any memory would: the post's one call, nothing stored, nothing checked.
 * @returns milliseconds from the begin of all to the end of each call
 */
export async function bareCalls(
  sandboxUrl: string,
  { calls, callers }: Readonly<{ calls: number; callers: number }>,
): Promise<Waits & Readonly<{ last: number }>> {
  const platform = new Pool(sandboxUrl, { connections: callers });
  const waits: number[] = [];
  const began = performance.now();
  let sent = 0;
  const caller = async () => {
    while (sent < calls) {
      const { statusCode, body } = await platform.request({
        method: 'POST',
        path: '/api/v1/statuses',
        headers: {
          host: 'mastodon.sandbox.test',
          authorization: 'Bearer bare',
          'content-type': 'application/json',
        },
        body: JSON.stringify({ status: `Bare ${String(sent++)}` }),
      });
      const answer = await body.text();
      if (statusCode !== 200) throw new Error(`The platform answered ${String(statusCode)}: ${answer}`);
      waits.push(performance.now() - began);
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  await platform.close();
  return { ...waitsOf(waits), last: Math.max(...waits) };
}

class Bench {
  private constructor(
    private readonly ana: Creator,
    private readonly account: AccountView,
    private readonly sandbox: SandboxControl,
  ) {}

  static async open(setup: ChaosSetup): Promise<Bench> {
    const ana = await Creator.signedIn(setup, CREATOR);
    const account = await ana.connectMastodon();
    await eventually(async () => {
      const { body } = await ana.client.get<readonly AccountView[]>('/api/connected-accounts');
      if (body.length === 0) throw new Error('The account is not in the list yet');
    });
    return new Bench(ana, account, new SandboxControl(setup.sandboxUrl));
  }

  async steady(): Promise<Waits> {
    const first = Date.now() + 5_000;
    const { posts, everyMs } = STEADY;
    return this.#lateness('Steady', posts, (index) => first + index * everyMs, 60);
  }

  async crowd(): Promise<Waits> {
    const second = Date.now() + CROWD_AHEAD;
    return this.#lateness('Crowd', CROWD, (index) => second + index, 300);
  }

  async #lateness(
    name: string,
    posts: number,
    due: (index: number) => number,
    seconds: number,
  ): Promise<Waits> {
    const dues = new Map<string, number>();
    let index = 0;
    const caller = async () => {
      while (index < posts) {
        const content = `${name} ${String(index)}`;
        const at = due(index++);
        dues.set(content, at);
        await this.#schedule(content, at);
      }
    };
    await Promise.all(Array.from({ length: 8 }, caller));
    const lateBy = due(0) - Date.now();
    if (lateBy < 0)
      throw new Error(`Scheduling took ${String(-lateBy)} ms too long: the figures would be of no use`);
    // The sandbox lives in the process that is measured, and its list of a thousand posts costs as much as some of them.
    const last = due(posts - 1) - Date.now();
    if (last > 0) await pause(last);
    return eventually(async () => {
      await pause(ASK_EVERY_MS);
      const received = (await this.sandbox.posts('mastodon')).filter(({ text }) => text.startsWith(name));
      if (received.length < posts)
        throw new Error(`${String(received.length)} of ${String(posts)} have arrived`);
      return waitsOf(
        received.map(
          ({ text, receivedAt }) => Date.parse(receivedAt) - (dues.get(text.split('\n')[0] ?? '') ?? NaN),
        ),
      );
    }, seconds);
  }

  async #schedule(content: string, due: number): Promise<void> {
    const { status, text } = await this.ana.client.post<PostView>('/api/posts', {
      content,
      scheduledFor: new Date(due).toISOString(),
      selectedAccountIds: [this.account.id],
    });
    if (status >= 300) throw new Error(`Scheduling answered ${String(status)}: ${text}`);
  }
}

function waitsOf(waits: readonly number[]): Waits {
  const sorted = [...waits].sort((one, other) => one - other);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
  return { p50: at(0.5), p99: at(0.99) };
}
