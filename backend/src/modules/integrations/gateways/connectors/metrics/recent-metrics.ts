import { Injectable } from '@nestjs/common';
import type { MetricsSnapshot } from '#connectors/contract/metrics.ts';

/** How many posts are remembered with their last figures; each takes some hundred bytes. */
const REMEMBERED = 20_000;

/** `seenAt`: ISO, just before the platform was asked. */
type Seen = Readonly<{ seenAt: string; look: MetricsSnapshot }>;

/**
 * The last figures of each post that arrived with other answers. They are kept in this process only, up to a limit. A caller that finds
 * none asks the platform.
 */
@Injectable()
export class RecentMetrics {
  readonly #seen = new Map<string, Seen>();

  note(accountId: number, seenAt: string, snapshots: readonly (readonly [string, MetricsSnapshot])[]): void {
    for (const [remoteId, look] of snapshots) {
      const key = keyOf(accountId, remoteId);
      // The posts that were not seen for the longest time stand first.
      this.#seen.delete(key);
      this.#seen.set(key, { seenAt, look });
    }
    for (const key of this.#seen.keys()) {
      if (this.#seen.size <= REMEMBERED) return;
      this.#seen.delete(key);
    }
  }

  /** @param since ISO */
  find(accountId: number, remoteId: string, since: string): Seen | null {
    const seen = this.#seen.get(keyOf(accountId, remoteId));
    return seen && seen.seenAt >= since ? seen : null;
  }
}

const keyOf = (accountId: number, remoteId: string): string => `${String(accountId)} ${remoteId}`;
