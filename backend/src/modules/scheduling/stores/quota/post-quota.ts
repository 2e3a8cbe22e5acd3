import { setTimeout as pause } from 'node:timers/promises';
import type { Entitlements } from '@posthorn/contracts/billing/entitlements';
import { ConcurrencyError } from '@posthorn/event-sourcing/event-store';
import { DatabaseClock } from '#infrastructure/database/database-clock.ts';
import { EventReader, type Loaded } from '#infrastructure/event-log/event-reader.ts';
import { StreamWriter } from '#infrastructure/event-log/stream-writer.ts';
import { PlanOf } from '#modules/identity/ports/plan-of.ts';
import { Injectable } from '@nestjs/common';
import { quotaStream, release, reserve, type Quota } from '../../domain/quota/quota.ts';
import { KeyedQueue } from '#infrastructure/effects/keyed-queue.ts';
import { PostRows } from '../../read-models/posts/post-rows.ts';
import { PostProgress } from '../../read-models/posts/post-progress.ts';

/**
 * How often one write to the quota stream is attempted. Each conflict means that another process succeeded.
 */
const ATTEMPTS_MAX = 40;
/** A slot without a post counts as unused after this time, because its request was interrupted. */
export const FORGOTTEN_AFTER_MS = 5 * 60_000;

/** A page of open posts without a slot. `last`: the lowest id of the page, absent on the last page. */
type OpenPosts = Readonly<{ others: readonly number[]; last: number | undefined }>;

/**
 * Limits how many posts a user may have scheduled at a time. On the free plan, each post takes a slot in the
 * user's quota stream (not a slot of a worker). The exact revision of the stream decides races. Premium has no limit and takes no slots. When
 * Premium ends, open posts without a slot still count, by the read model.
 */
@Injectable()
export class PostQuota {
  readonly #queue = new KeyedQueue();

  constructor(
    private readonly reader: EventReader,
    private readonly writer: StreamWriter,
    private readonly progress: PostProgress,
    private readonly rows: PostRows,
    private readonly plans: PlanOf,
    private readonly clock: DatabaseClock,
  ) {}

  /** @throws PostLimitReached */
  async reserve(userId: string, postId: number, { scheduledPosts: max }: Entitlements): Promise<void> {
    if (max === null) return;
    await this.#queue.run(userId, () => this.#retryOnConflict(() => this.#take(userId, postId, max)));
  }

  async release(userId: string, postId: number, seen?: Loaded<Quota>): Promise<void> {
    await this.#retryOnConflict(() =>
      this.writer.decide(
        quotaStream,
        userId,
        (quota) => release(quota, { userId, postId }),
        seen && { seen },
      ),
    );
  }

  /** Returns the posts of these users that have a slot. */
  async slotsOf(userIds: ReadonlySet<string>): Promise<ReadonlySet<number>> {
    const quotas = await Promise.all([...userIds].map((userId) => this.reader.load(quotaStream, userId)));
    return new Set(quotas.flatMap(({ state }) => state.slots.map(({ postId }) => postId)));
  }

  /** Makes the slot of a post match the post's state. */
  async settle(userId: string, postId: number, reopened: boolean): Promise<void> {
    const { state, seen } = await this.reader.load(quotaStream, userId);
    const hasSlot = state.slots.some((slot) => slot.postId === postId);
    if (!hasSlot && !reopened) return;
    const { open } = await this.progress.load(postId);
    if (hasSlot && !open) await this.release(userId, postId, seen);
    // A retry that the owner requested is not refused afterwards, so the post takes a slot even above the
    // limit.
    if (!hasSlot && open && (await this.#isLimited(userId))) {
      const now = await this.clock.now();
      await this.#retryOnConflict(() =>
        this.writer.decide(quotaStream, userId, (quota) => reserve(quota, { userId, postId }, null, now)),
      );
    }
  }

  async #isLimited(userId: string): Promise<boolean> {
    const { scheduledPosts } = await this.plans.entitlementsOf(userId);
    return scheduledPosts !== null;
  }

  async #take(userId: string, postId: number, max: number): Promise<void> {
    const { state, seen } = await this.reader.load(quotaStream, userId);
    if (state.slots.some((slot) => slot.postId === postId)) return;
    const first = await this.#openWithoutSlot(userId, postId, state, max);
    const full = state.slots.length + first.others.length >= max;
    const counted = full ? await this.#recount(userId, postId, state, max, first) : first.others.length;
    const now = await this.clock.now();
    await this.writer.decide(
      quotaStream,
      userId,
      (quota) => reserve(quota, { userId, postId }, max - counted, now),
      full ? {} : { seen },
    );
  }

  /**
   * Returns the open posts without a slot by the read model, for example from a Premium plan that ended.
   * `before`: only posts with a lower id.
   */
  async #openWithoutSlot(
    userId: string,
    postId: number,
    { slots }: Quota,
    max: number,
    before?: number,
  ): Promise<OpenPosts> {
    const atMost = max + slots.length + 1;
    const open = await this.rows.openOf(userId, atMost, before);
    return {
      others: open.filter((id) => id !== postId && slots.every((slot) => slot.postId !== id)),
      last: open.length === atMost ? open.at(-1) : undefined,
    };
  }

  /**
   * Counts open posts by their streams before a post is refused, because the read model may be late. Reads
   * pages until `max` open posts are found: a late read model may list a whole page of settled posts. Also
   * releases unused slots.
   * @param first the first page, already read
   */
  async #recount(
    userId: string,
    postId: number,
    quota: Quota,
    max: number,
    first: OpenPosts,
  ): Promise<number> {
    for (const slot of quota.slots) {
      if (!(await this.isInUse(slot.postId, slot.reservedAt))) await this.release(userId, slot.postId);
    }
    let [counted, page] = [0, first];
    for (;;) {
      const progress = await Promise.all(page.others.map((other) => this.progress.load(other)));
      counted += progress.filter(({ open }) => open).length;
      if (page.last === undefined || counted >= max) return counted;
      page = await this.#openWithoutSlot(userId, postId, quota, max, page.last);
    }
  }

  /**
   * Whether a slot is used. A slot without a post belongs to a running request, or to an interrupted one.
   */
  async isInUse(postId: number, reservedAt: string): Promise<boolean> {
    const { post, open } = await this.progress.load(postId);
    return post.status === 'new'
      ? (await this.clock.now()).getTime() - Date.parse(reservedAt) < FORGOTTEN_AFTER_MS
      : open;
  }

  async #retryOnConflict(work: () => Promise<unknown>): Promise<void> {
    for (let round = 1; ; round++) {
      try {
        await work();
        return;
      } catch (error) {
        if (!(error instanceof ConcurrencyError) || round === ATTEMPTS_MAX) throw error;
        await pause(Math.random() * 25);
      }
    }
  }
}
