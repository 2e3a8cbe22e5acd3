import { EXTERNAL_LIMITS, EXTERNAL_TEXT } from '@posthorn/contracts/external/external.http';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { digestOf } from '../../vault/secrets.ts';
import { networkOf } from '../edge/network-of.ts';
import { tooMany, type Limit, type RateLimits } from '../edge/rate-limits.ts';
import { RequestRefused } from '../errors/request-refused.ts';

const SECONDS = 60;
const FAILURES: Limit = {
  name: 'external.failures',
  points: EXTERNAL_LIMITS.failuresAMinute,
  seconds: SECONDS,
  message: EXTERNAL_TEXT.tooManyFailures,
};
/** Digests of 32 bytes: less than two megabytes. */
const REMEMBERED_MAX = 10_000;

/** Addresses that sent too many unknown tokens. All processes share the count; each process remembers blocked addresses itself. */
export class FailedLookUps {
  readonly #heldOff = new RateLimiterMemory({ points: 0, duration: SECONDS });
  readonly #good = new Set<string>();

  constructor(private readonly limits: RateLimits) {}

  /**
   * A token that was valid here before may always be looked up. Users of one automation service share an address, so one expired token must not
   * block the others.
   * @throws RequestRefused 429
   */
  async check(ip: string, token: string): Promise<void> {
    if (this.#good.has(keyOf(token))) return;
    const hold = await this.#heldOff.get(networkOf(ip));
    if (hold && hold.msBeforeNext > 0) throw tooMany(FAILURES, hold.msBeforeNext);
  }

  /**
   * Counts a failed look-up.
   * @throws RequestRefused 429 when there are too many; from then on `check` refuses without a look-up
   */
  async failed(ip: string, token: string): Promise<void> {
    this.#good.delete(keyOf(token));
    const network = networkOf(ip);
    try {
      await this.limits.take(FAILURES, network);
    } catch (refused) {
      if (refused instanceof RequestRefused)
        await this.#heldOff.block(network, Number(refused.headers['retry-after'] ?? SECONDS));
      throw refused;
    }
  }

  good(token: string): void {
    const key = keyOf(token);
    if (this.#good.has(key)) return;
    this.#good.add(key);
    const [oldest] = this.#good;
    if (this.#good.size > REMEMBERED_MAX && oldest !== undefined) this.#good.delete(oldest);
  }
}

const keyOf = (token: string): string => digestOf(token).toString('base64');
