import { setTimeout as pause } from 'node:timers/promises';
import type { AccountView } from '@posthorn/contracts/integrations/accounts.http';
import type { PostView } from '@posthorn/contracts/scheduling/posts.http';
import { Creator } from '../creator.ts';
import { eventually } from '../eventually.ts';
import { SandboxControl, type Fault } from '../sandbox-control.ts';
import { openChaosGround, type ChaosGround, type EventLog } from './chaos-ground.ts';
import { Killer, type Kills } from './killer.ts';
import { ProductProcess } from './product-process.ts';
import { tally, type Tally } from './tally.ts';

export type ChaosReport = Tally &
  Readonly<{
    log: EventLog;
    posts: number;
    kills: Kills;
    killed: number;
    seconds: number;
    settledIn: number;
  }>;

const CREATOR = 'chaos@example.com';
/** Open posts at any time: enough that each kill hits work, few enough that the machine keeps up. */
const AT_A_TIME = 16;
const WORKERS = 3;
const SETTLE_SECONDS = 90;
const FAULTS: readonly Fault[] = ['http500', 'http429', 'dropAfterAccept', 'html'];

/**
 * Publishes while workers are killed with SIGKILL, `kills` times, at named places and anywhere; then lets healthy
 * workers finish and compares what the product says with what the platforms received.
 */
export async function runChaos(o: { log: EventLog; kills: number; seed?: number }): Promise<ChaosReport> {
  const began = performance.now();
  const ground = await openChaosGround(o.log);
  const web = new ProductProcess(ground.env({ ROLES: 'web', COMPLIMENTARY_PREMIUM: CREATOR }));
  const healthy: ProductProcess[] = [];
  try {
    if (!(await web.ready())) throw new Error(`The product did not start:\n${web.said}`);
    // Ends of its own accord, so that what V8 compiled is on disk for the many that will not.
    const first = new ProductProcess(ground.env({ ROLES: 'worker,projector' }));
    await first.ready();
    await first.stop();
    const random = randomFrom(o.seed ?? Date.now());
    const killer = new Killer(ground, o.kills, random);
    const writer = new Writer(ground, random);
    const writing = writer.begin().then(() => writer.write(() => killer.count >= o.kills));
    await Promise.all([killer.run(WORKERS), writing]);
    const quiet = performance.now();
    healthy.push(new ProductProcess(ground.env({ ROLES: 'worker,projector' })));
    const posts = await writer.settled();
    const report = tally(posts, await writer.sandbox.posts());
    return {
      ...report,
      log: o.log,
      posts: posts.length,
      kills: killer.kills,
      killed: killer.count,
      seconds: Math.round((performance.now() - began) / 1000),
      settledIn: Math.round((performance.now() - quiet) / 1000),
    };
  } finally {
    for (const process of [...healthy, web]) process.signal('SIGKILL');
    await Promise.all([...healthy, web].map((process) => process.ended()));
    await ground.close();
  }
}

/** The creator of a chaos run: goes on scheduling, whatever happens to the workers. */
class Writer {
  readonly sandbox: SandboxControl;
  #ana: Creator | undefined;
  #accounts: AccountView[] = [];
  #written = 0;

  constructor(
    private readonly ground: ChaosGround,
    private readonly random: () => number,
  ) {
    this.sandbox = new SandboxControl(ground.sandboxUrl);
  }

  async begin(): Promise<void> {
    // As on real platforms, a new post is not to be seen at once.
    await this.sandbox.settings({ visibilityDelaySeconds: 1 });
    const ana = await Creator.signedIn(this.ground, CREATOR);
    this.#ana = ana;
    const accounts = [await ana.connectBluesky(), await ana.connectMastodon()];
    // The workers fill the read models, and they are being killed already.
    await eventually(async () => {
      const { body } = await ana.client.get<readonly AccountView[]>('/api/connected-accounts');
      if (body.length < accounts.length) throw new Error('The accounts are not in the list yet');
    }, SETTLE_SECONDS);
    this.#accounts = accounts;
  }

  async write(done: () => boolean): Promise<void> {
    while (!done()) {
      const room = AT_A_TIME - (await this.#open()).length;
      await Promise.all(Array.from({ length: Math.max(0, room) }, () => this.#one()));
      if (this.random() < 0.3) await this.#fault();
      await pause(400);
    }
  }

  /** Every post, once nothing is open any more or nothing will be. */
  async settled(): Promise<readonly PostView[]> {
    await eventually(async () => {
      const open = await this.#open();
      if (open.length > 0) throw new Error(`${String(open.length)} posts are still open`);
    }, SETTLE_SECONDS).catch(() => undefined);
    return this.#posts();
  }

  async #one(): Promise<void> {
    const { status, text } = await this.#creator().schedule(
      this.#accounts,
      `Chaos ${String(++this.#written)}`,
    );
    if (status >= 300) throw new Error(`Scheduling answered ${String(status)}: ${text}`);
  }

  #fault(): Promise<void> {
    const platform = this.random() < 0.5 ? 'bluesky' : 'mastodon';
    const fault = FAULTS[Math.floor(this.random() * FAULTS.length)] ?? 'http500';
    return this.sandbox.fault(platform, fault, 1, 1);
  }

  async #open(): Promise<PostView[]> {
    return (await this.#posts()).filter(({ targets }) =>
      targets.some(({ status }) => status !== 'posted' && status !== 'failed'),
    );
  }

  async #posts(): Promise<readonly PostView[]> {
    return (await this.#creator().client.get<readonly PostView[]>('/api/posts')).body;
  }

  #creator(): Creator {
    if (!this.#ana) throw new Error('begin() first');
    return this.#ana;
  }
}

/** The same numbers for the same seed (mulberry32), so that a run can be repeated about as it was. */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
