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
/** The maximum of remembered tokens. Each is a digest of 32 bytes, so they take less than two megabytes. */
const REMEMBERED_MAX = 10_000;

/** IP addresses that sent too many unknown tokens. All processes share the count; each process remembers blocked addresses itself. */
export class FailedLookUps {
  readonly #blocked = new RateLimiterMemory({ points: 0, duration: SECONDS });
  readonly #validTokens = new Set<string>();

  constructor(private readonly limits: RateLimits) {}

  /**
   * Refuses a token from a blocked IP address, unless the token was valid in this process before. Users of one automation service share an address, so one expired token must not
   * block the others.
   * @throws RequestRefused 429
   */
  async check(ip: string, token: string): Promise<void> {
    if (this.#validTokens.has(keyOf(token))) return;
    const blocked = await this.#blocked.get(networkOf(ip));
    if (blocked && blocked.msBeforeNext > 0) throw tooMany(FAILURES, blocked.msBeforeNext);
  }

  /**
   * Counts a failed look-up.
   * @throws RequestRefused 429 when there are too many; from then on `check` refuses without a look-up
   */
  async noteFailed(ip: string, token: string): Promise<void> {
    this.#validTokens.delete(keyOf(token));
    const network = networkOf(ip);
    try {
      await this.limits.take(FAILURES, network);
    } catch (refused) {
      if (refused instanceof RequestRefused)
        await this.#blocked.block(network, Number(refused.headers['retry-after'] ?? SECONDS));
      throw refused;
    }
  }

  noteValid(token: string): void {
    const key = keyOf(token);
    if (this.#validTokens.has(key)) return;
    this.#validTokens.add(key);
    const [oldest] = this.#validTokens;
    if (this.#validTokens.size > REMEMBERED_MAX && oldest !== undefined) this.#validTokens.delete(oldest);
  }
}

const keyOf = (token: string): string => digestOf(token).toString('base64');
