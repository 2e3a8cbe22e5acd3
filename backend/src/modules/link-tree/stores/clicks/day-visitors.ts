import { createHmac, randomBytes } from 'node:crypto';
import { dayOf } from './hours.ts';

/** The digests take about 30 MB. Above this number, `isNew` returns false for all further visitors of the day. So this process never counts a visitor twice. */
const VISITORS_MAX = 250_000;
const KEY_BYTES = 32;
/** The number of Base64 letters of a digest: 132 bits. */
const LETTERS = 22;

/**
 * The visitors of one UTC day, as digests. The key exists only in this process. At the end of the day a new key overwrites it, so that
 * a digest no longer identifies a visitor. A restarted or second process has a different key and counts the same visitor again.
 */
export class DayVisitors {
  readonly #key = randomBytes(KEY_BYTES);
  readonly #seen = new Set<string>();
  #day = '';

  /** @param who all values that identify the visitor, and the link */
  isNew(who: readonly string[], now: Date): boolean {
    this.begin(now);
    const digest = createHmac('sha256', this.#key).update(JSON.stringify(who)).digest('base64');
    const visitor = digest.slice(0, LETTERS);
    if (this.#seen.has(visitor) || this.#seen.size >= VISITORS_MAX) return false;
    this.#seen.add(visitor);
    return true;
  }

  /** Deletes the visitors of the previous day. `ClickTally` calls this method regularly, because on a day without visitors `isNew` does not. */
  begin(now: Date): void {
    const day = dayOf(now);
    if (day === this.#day) return;
    this.#day = day;
    this.#seen.clear();
    randomBytes(KEY_BYTES).copy(this.#key);
  }
}
