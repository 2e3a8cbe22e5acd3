import { createHmac, randomBytes } from 'node:crypto';
import { dayOf } from './hours.ts';

/** Some thirty megabytes. Whoever comes later on such a day is no visitor any more: the number is never too high for that. */
const VISITORS_MAX = 250_000;
const KEY_BYTES = 32;
/** Of a digest, 132 bits. */
const LETTERS = 22;

/**
 * Who has come on this day (UTC), as digests under a key that was made for it and is in this memory alone. With the day the key is
 * overwritten, and nobody can tell any more whose they were. Another process, and one that starts anew, has a key of its own and
 * counts somebody again.
 */
export class DayVisitors {
  readonly #key = randomBytes(KEY_BYTES);
  readonly #seen = new Set<string>();
  #day = '';

  /** @param who says all that tells one visitor from another */
  isNew(who: readonly string[], now: Date): boolean {
    this.begin(now);
    const digest = createHmac('sha256', this.#key).update(JSON.stringify(who)).digest('base64');
    const visitor = digest.slice(0, LETTERS);
    if (this.#seen.has(visitor) || this.#seen.size >= VISITORS_MAX) return false;
    this.#seen.add(visitor);
    return true;
  }

  /** Forgets the day before, also where nobody comes on the new one. */
  begin(now: Date): void {
    const day = dayOf(now);
    if (day === this.#day) return;
    this.#day = day;
    this.#seen.clear();
    randomBytes(KEY_BYTES).copy(this.#key);
  }
}
