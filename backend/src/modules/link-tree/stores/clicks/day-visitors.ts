import { createHmac, randomBytes } from 'node:crypto';
import { dayOf } from './hours.ts';

/** About thirty megabytes. Later visitors of such a day are not counted, so the number is never too high. */
const VISITORS_MAX = 250_000;
const KEY_BYTES = 32;
/** 132 bits of a digest. */
const LETTERS = 22;

/**
 * The visitors of one UTC day, as digests under a key that exists only in this memory. At the end of the day the key is overwritten, so no
 * one can link a digest to a visitor. Another or restarted process has a different key and counts a visitor again.
 */
export class DayVisitors {
  readonly #key = randomBytes(KEY_BYTES);
  readonly #seen = new Set<string>();
  #day = '';

  /** @param who all values that identify a visitor */
  isNew(who: readonly string[], now: Date): boolean {
    this.begin(now);
    const digest = createHmac('sha256', this.#key).update(JSON.stringify(who)).digest('base64');
    const visitor = digest.slice(0, LETTERS);
    if (this.#seen.has(visitor) || this.#seen.size >= VISITORS_MAX) return false;
    this.#seen.add(visitor);
    return true;
  }

  /** Forgets the day before, also when no visitor comes on the new day. */
  begin(now: Date): void {
    const day = dayOf(now);
    if (day === this.#day) return;
    this.#day = day;
    this.#seen.clear();
    randomBytes(KEY_BYTES).copy(this.#key);
  }
}
