import { Injectable } from '@nestjs/common';
import type { MetricsSnapshot } from '#connectors/contract/metrics.ts';

/** The maximum number of posts whose last figures are in memory. Each takes a few hundred bytes. */
const POSTS_MAX = 20_000;

/** `seenAt`: ISO time just before the request to the platform. `look`: the figures at this time. */
type Seen = Readonly<{ seenAt: string; look: MetricsSnapshot }>;

/**
 * The last figures of posts that a platform returned together with comments. Only this process keeps them, up
 * to a limit. A caller that finds none must ask the platform.
 */
@Injectable()
export class RecentMetrics {
  readonly #seen = new Map<string, Seen>();

  note(accountId: number, seenAt: string, snapshots: readonly (readonly [string, MetricsSnapshot])[]): void {
    for (const [remoteId, look] of snapshots) {
      const key = keyOf(accountId, remoteId);
      // Moves the post to the end of the map, so that the posts with the oldest figures come first.
      this.#seen.delete(key);
      this.#seen.set(key, { seenAt, look });
    }
    for (const key of this.#seen.keys()) {
      if (this.#seen.size <= POSTS_MAX) return;
      this.#seen.delete(key);
    }
  }

  /** Figures from `since` (ISO time) or later; null: there are none. */
  find(accountId: number, remoteId: string, since: string): Seen | null {
    const seen = this.#seen.get(keyOf(accountId, remoteId));
    return seen && seen.seenAt >= since ? seen : null;
  }
}

const keyOf = (accountId: number, remoteId: string): string => `${String(accountId)} ${remoteId}`;
