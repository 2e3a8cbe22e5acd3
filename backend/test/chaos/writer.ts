import { setTimeout as pause } from 'node:timers/promises';
import type { PostView, TargetView } from '@posthorn/contracts/scheduling/posts.http';
import { PUBLISHING } from '../all-platforms.ts';
import { eventually } from '../eventually.ts';
import { SandboxControl, type Fault } from '../sandbox-control.ts';
import { Cast, type Material } from './cast.ts';
import type { ChaosSetup } from './chaos-setup.ts';
import { tally, type Written } from './tally.ts';

/** The creators of a run. The next creator begins when the accounts of one creator have used the daily limits of their platforms. */
export const CREATORS = Array.from({ length: 40 }, (_, index) => `chaos${String(index + 1)}@example.com`);
/** The maximum number of videos on YouTube, which allows 100 uploads a day for the whole product. Repeated uploads use the rest. */
const FILMS_ON_YOUTUBE = 70;
/** Open targets at any time: enough that each kill hits work, few enough that the machine keeps up. */
const OPEN_AT_A_TIME = 44;
/** Reading all posts takes processor time from the workers. */
const READ_EVERY_MS = 1_000;
/** Long, because a run must not fail on a busy machine. */
const SETTLE_SECONDS = 480;
/** Seconds for which the platforms hide new posts, and for which they process slow files. */
const HIDDEN_SECONDS = 1;
const SLOW_SECONDS = 2;

/** The share of calls that meet a fault. */
const FAULT_SHARE = 0.2;
/** A kind that is listed more often is chosen more often. */
const MATERIALS: readonly Material[] = ['video', 'video', 'video', 'picture', 'text'];
const FAULTS: readonly Fault[] = [
  ...(['http500', 'http500', 'http429', 'dropAfterAccept', 'dropAfterAccept', 'hang', 'html'] as const),
  ...(['slowProcessing', 'failProcessing'] as const),
];

/** Keeps scheduling posts on all eleven platforms while workers are killed, and plans faults of the platforms. */
export class Writer {
  readonly sandbox: SandboxControl;
  readonly written: Written[] = [];
  readonly faults: Record<string, number> = {};
  /** Requests with the response "please try again", which the writer repeated. */
  refused = 0;
  readonly #casts: Cast[] = [];
  #youtube = 0;

  constructor(
    private readonly setup: ChaosSetup,
    private readonly random: () => number,
  ) {
    this.sandbox = new SandboxControl(setup.sandboxUrl);
  }

  /** Runs before the first kill, because the workers must list the accounts. */
  async begin(): Promise<void> {
    // The platforms accept duplicates, so only the product's own log can prevent them. As on real platforms, new posts are hidden for a
    // while.
    await this.sandbox.settings({ visibilityDelaySeconds: HIDDEN_SECONDS, recognizeDuplicates: false });
    await this.#currentCast();
  }

  async write(done: () => boolean): Promise<void> {
    while (!done()) {
      let open = (await this.#openTargets()).length;
      for (; open < OPEN_AT_A_TIME; open += PUBLISHING.length) await this.scheduleOne();
      await pause(READ_EVERY_MS);
    }
  }

  /** Schedules one more post on all eleven platforms. */
  async scheduleOne(material = this.#oneOf(MATERIALS)): Promise<void> {
    const cast = await this.#currentCast();
    const isFull = this.#youtube >= FILMS_ON_YOUTUBE;
    const without = isFull ? ['youtube'] : [];
    if (material === 'video' && !isFull) this.#youtube += 1;
    const number = this.written.length + 1;
    for (const platform of PUBLISHING) if (this.random() < FAULT_SHARE) await this.#fault(platform);
    const onRefused = () => (this.refused += 1);
    this.written.push(await cast.schedule(material, number, { without, random: this.random, onRefused }));
  }

  /** Waits until all posts are finished or no more results follow. */
  async settle(): Promise<void> {
    const began = performance.now();
    await eventually(async () => {
      const open = await this.#openTargets();
      if (open.length > 0) throw new Error(`${String(open.length)} targets are still open`);
    }, SETTLE_SECONDS).catch(() => undefined);
    // Thumbnails are set after their videos are published. If posts are still open, the run has failed, and need not wait for thumbnails.
    const secondsLeft = SETTLE_SECONDS - (performance.now() - began) / 1000;
    await eventually(async () => {
      const { bare } = tally(this.written, await this.posts(), await this.sandbox.posts());
      if (bare > 0) throw new Error(`${String(bare)} videos are without their thumbnail`);
    }, secondsLeft).catch(() => undefined);
    // The tally would not count a copy that a platform still processes.
    await pause((SLOW_SECONDS + HIDDEN_SECONDS) * 1000);
  }

  async posts(): Promise<readonly PostView[]> {
    return (await Promise.all(this.#casts.map((cast) => cast.posts()))).flat();
  }

  /** The number of drafts that stay although their posts were scheduled. A worker removes those of interrupted requests after a minute. */
  async drafts(): Promise<number> {
    return eventually(async () => {
      const counts = await Promise.all(this.#casts.map((cast) => cast.drafts()));
      const left = counts.reduce((sum, each) => sum + each, 0);
      if (left > 0) throw new Error(`${String(left)} drafts are left`);
      return left;
    }, SETTLE_SECONDS);
  }

  async #currentCast(): Promise<Cast> {
    const last = this.#casts.at(-1);
    if (last && !last.isDone) return last;
    const cast = await this.#assembleCast();
    this.#casts.push(cast);
    return cast;
  }

  #assembleCast(): Promise<Cast> {
    const email = CREATORS[this.#casts.length];
    if (email === undefined) throw new Error('All creators have written what their accounts may have');
    return Cast.assembled(this.setup, email, SETTLE_SECONDS);
  }

  async #fault(platform: string): Promise<void> {
    const fault = this.#oneOf(FAULTS);
    // On TikTok, this fault blocks the account for a minute, with any `retryAfterSeconds`.
    if (platform === 'tiktok' && fault === 'http429') return;
    this.faults[fault] = (this.faults[fault] ?? 0) + 1;
    await this.sandbox.fault(platform, fault, 1, fault === 'slowProcessing' ? SLOW_SECONDS : 1);
  }

  /** Targets that may still change by themselves. */
  async #openTargets(): Promise<TargetView[]> {
    const blind = new Map(this.written.map((written) => [written.id, written.blind]));
    const listed = await Promise.all(this.#casts.map((cast) => cast.listed()));
    return listed
      .flat()
      .flatMap(({ id, targets }) =>
        targets.filter(
          ({ status, accountId }) =>
            status !== 'posted' &&
            status !== 'failed' &&
            !(status === 'unknown' && blind.get(id)?.has(accountId)),
        ),
      );
  }

  #oneOf<Item>(items: readonly Item[]): Item {
    const item = items[Math.floor(this.random() * items.length)];
    if (item === undefined) throw new Error('There is nothing to choose from');
    return item;
  }
}
