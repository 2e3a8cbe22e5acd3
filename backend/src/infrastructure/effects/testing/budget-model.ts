import { PAUSE, type TokenWait, type Wish } from '../budgets.ts';

const MINUTE = 60_000_000;
const micro = (millis: number): number => Math.round(millis * 1000);
/** Never a part of a millisecond too early. */
const millis = (micros: number): number => Math.ceil(micros / 1000);
const iso = (micros: number): string => new Date(millis(micros)).toISOString();

/**
 * What `Budgets` decides in SQL, decided in memory and at a given time: for simulations. A spec compares the two. Instants
 * are microseconds, as in the database.
 */
export class BudgetModel {
  readonly #fullAt = new Map<string, number>();
  readonly #reservations = new Map<string, number>();

  /** As `Budgets.take`. @param at milliseconds since 1970 */
  take({ caller, buckets, pauses }: Wish, latest: number, at: number): TokenWait | null {
    const now = micro(at);
    const shut = this.#shutUntil(pauses, now);
    const reserved = this.#reservationOf(caller, now);
    if (shut !== null) return { at: iso(Math.max(shut, reserved ?? 0)), short: PAUSE };
    if (reserved !== null) {
      if (reserved > now) return { at: iso(reserved), short: null };
      this.#reservations.delete(caller);
      return null;
    }
    const there = buckets.map(({ name, every, span }) => {
      const full = Math.max(this.#fullAt.get(name) ?? now, now) + micro(every);
      this.#fullAt.set(name, full);
      return { name, at: full - micro(span) };
    });
    const last = there.reduce((one, other) => (other.at > one.at ? other : one), { name: '', at: now });
    if (last.at <= now) return null;
    if (last.at <= micro(latest)) this.#reservations.set(caller, last.at);
    if (millis(last.at) > latest) this.giveBack({ buckets });
    return { at: iso(last.at), short: last.name };
  }

  /** As `Budgets.pausedUntil`. */
  pausedUntil(pauses: readonly string[], at: number): string | null {
    const shut = this.#shutUntil(pauses, micro(at));
    return shut === null ? null : iso(shut);
  }

  /** As `Budgets.pause`. */
  pause(pause: string, until: string): void {
    this.#fullAt.set(pause, Math.max(this.#fullAt.get(pause) ?? 0, micro(Date.parse(until))));
  }

  /** As `Budgets.giveBack`. */
  giveBack({ buckets }: Pick<Wish, 'buckets'>): void {
    for (const { name, every } of buckets) {
      const full = this.#fullAt.get(name);
      if (full !== undefined) this.#fullAt.set(name, full - micro(every));
    }
  }

  #shutUntil(pauses: readonly string[], now: number): number | null {
    const until = Math.max(...pauses.map((pause) => this.#fullAt.get(pause) ?? 0));
    return until > now ? until : null;
  }

  #reservationOf(caller: string, now: number): number | null {
    const at = this.#reservations.get(caller);
    return at !== undefined && at > now - MINUTE ? at : null;
  }
}
