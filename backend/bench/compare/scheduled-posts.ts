import type { AccountView } from '@posthorn/contracts/integrations/accounts.http';
import { setTimeout as pause } from 'node:timers/promises';
import { Creator } from '../../test/creator.ts';
import { eventually } from '../../test/eventually.ts';
import { SandboxControl } from '../../test/sandbox-control.ts';
import { inParallel } from '../at-rate.ts';
import { PERSON, type RunningProduct } from './running-product.ts';

const LANES = 8;
const POLL_MS = 2_000;
const ARRIVED_WITHIN_S = 300;

/** Schedules posts of one user with one Mastodon account, and records when each post reaches the platform. Uses only HTTP. */
export class ScheduledPosts {
  readonly #dueTimes = new Map<string, number>();

  private constructor(
    private readonly creator: Creator,
    private readonly account: AccountView,
    private readonly sandbox: SandboxControl,
  ) {}

  static async load(product: RunningProduct): Promise<ScheduledPosts> {
    const creator = await Creator.signedIn(product, PERSON);
    const account = await creator.connectMastodon();
    await eventually(async () => {
      const { body } = await creator.client.get<readonly AccountView[]>('/api/connected-accounts');
      if (body.length === 0) throw new Error('The account is not in the list yet');
    });
    return new ScheduledPosts(creator, account, new SandboxControl(product.sandboxUrl));
  }

  get cookie(): string {
    return this.creator.client.cookieHeader;
  }

  /**
   * @returns how long scheduling took, in milliseconds
   * @throws Error when scheduling took so long that some posts were already due
   */
  async schedule(name: string, posts: number, due: (index: number) => number): Promise<number> {
    const began = Date.now();
    await inParallel([...Array(posts).keys()], LANES, async (index) => {
      const content = `${name} ${String(index)}`;
      this.#dueTimes.set(content, due(index));
      const scheduledFor = new Date(due(index)).toISOString();
      const { status, text } = await this.creator.schedule([this.account], content, { scheduledFor });
      if (status >= 300) throw new Error(`The response to a post was ${String(status)}: ${text}`);
    });
    const lateBy = Date.now() - due(0);
    if (lateBy > 0)
      throw new Error(`Scheduling took ${String(lateBy)} ms too long: the figures would be of no use`);
    return Date.now() - began;
  }

  /** @returns for each post with this name, milliseconds from the due time to the call */
  async arrived(name: string, posts: number): Promise<readonly number[]> {
    return eventually(async () => {
      // The list costs the measured product as much as some posts, so it is requested rarely.
      await pause(POLL_MS);
      const received = (await this.sandbox.posts('mastodon')).filter(({ text }) => text.startsWith(name));
      if (received.length < posts)
        throw new Error(`${String(received.length)} of ${String(posts)} have arrived`);
      return received.map(
        ({ text, receivedAt }) =>
          Date.parse(receivedAt) - (this.#dueTimes.get(text.split('\n')[0] ?? '') ?? NaN),
      );
    }, ARRIVED_WITHIN_S);
  }
}
