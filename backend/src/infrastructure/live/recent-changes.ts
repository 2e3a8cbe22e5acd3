import type { LiveTopic } from '@posthorn/contracts/shared/live.http';

/** Milliseconds. A page takes less time than this from its first request to listening. */
const REMEMBERED_MS = 60_000;

/** Which lists have changed in the last minute. A page that begins to listen may have requested them before the change. */
export class RecentChanges {
  /** The time of the last change, by user and list. The user whose last change is oldest comes first. */
  readonly #at = new Map<string, Map<LiveTopic, number>>();
  /** This process has received every change since this time. */
  #since = Number.POSITIVE_INFINITY;

  /** @param now milliseconds of a monotonic clock */
  start(now: number): void {
    this.#at.clear();
    this.#since = now;
  }

  note(userId: string, topic: LiveTopic, now: number): void {
    const topics = this.#at.get(userId) ?? new Map<LiveTopic, number>();
    this.#at.delete(userId);
    this.#at.set(userId, topics.set(topic, now));
    for (const [user, known] of this.#at) {
      if (Math.max(...known.values()) > now - REMEMBERED_MS) break;
      this.#at.delete(user);
    }
  }

  /** Returns the lists that have changed since `since`; null: unknown, so any list may have changed. */
  changedSince(userId: string, since: number, now: number): readonly LiveTopic[] | null {
    if (since < this.#since || since < now - REMEMBERED_MS) return null;
    const topics = this.#at.get(userId) ?? new Map<LiveTopic, number>();
    return [...topics].flatMap(([topic, at]) => (at >= since ? [topic] : []));
  }
}
