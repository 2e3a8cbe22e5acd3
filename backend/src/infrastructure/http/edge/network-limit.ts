import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { networkOf } from './network-of.ts';

/** How often one network may do something that nobody is told of when it is too often. Counted per process. */
export class NetworkLimit {
  readonly #limiter: RateLimiterMemory;

  constructor(perMinute: number) {
    this.#limiter = new RateLimiterMemory({ points: perMinute, duration: 60 });
  }

  /** Counts one use. @param ip any address; what is none counts as one network */
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
