import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { networkOf } from './network-of.ts';

/** Limits how often one network may do something. The caller decides what happens above the limit. Counted per process. */
export class NetworkLimit {
  readonly #limiter: RateLimiterMemory;

  constructor(perMinute: number) {
    this.#limiter = new RateLimiterMemory({ points: perMinute, duration: 60 });
  }

  /**
   * Counts one use.
   * @param ip any text; all texts that are not IP addresses count as one network
   */
  async allows(ip: string): Promise<boolean> {
    try {
      await this.#limiter.consume(networkOf(ip));
      return true;
    } catch (refused) {
      if (refused instanceof RateLimiterRes) return false;
      throw refused;
    }
  }
}
