import type { LiveTopic } from '@posthorn/contracts/shared/live.http';

/** Longer than a page takes from its first question to listening; in milliseconds. */
const REMEMBERED_MS = 60_000;

/** Which lists have moved in the last minute. A page that begins to listen may have asked for them before that. */
export class LatelyMoved {
  /** By user, whose last news came first in front. */
  readonly #at = new Map<string, Map<LiveTopic, number>>();
  /** From here on nothing was missed. */
  #since = Number.POSITIVE_INFINITY;

  /** @param now milliseconds of a clock that only goes forward */
  begins(now: number): void {
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

  /** The lists that have moved since then; null: nobody knows, so any of them may have. */
  movedSince(userId: string, since: number, now: number): readonly LiveTopic[] | null {
    if (since < this.#since || since < now - REMEMBERED_MS) return null;
    const topics = this.#at.get(userId) ?? new Map<LiveTopic, number>();
    return [...topics].flatMap(([topic, at]) => (at >= since ? [topic] : []));
  }
}
