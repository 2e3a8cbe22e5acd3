import { SERVER_TEXT } from '@posthorn/contracts/shared/server-text';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Pool } from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { RequestRefused } from './request-refused.ts';

/** `name` is stored with the counts: `identity.sign-in-mail`. `code`: what a refusal is called, `request.too-many` where nothing is said. */
export type Limit = Readonly<{
  name: string;
  points: number;
  seconds: number;
  message?: string;
  code?: string;
}>;

/** 429, with when to come back. */
export function tooMany(
  limit: Pick<Limit, 'points' | 'seconds' | 'message' | 'code'>,
  millisecondsLeft: number,
): RequestRefused {
  const seconds = String(Math.max(1, Math.ceil(millisecondsLeft / 1000)));
  return new RequestRefused(429, limit.code ?? 'request.too-many', limit.message ?? SERVER_TEXT.tooMany, {
    'retry-after': seconds,
    'ratelimit-limit': String(limit.points),
    'ratelimit-remaining': '0',
    'ratelimit-reset': seconds,
    'ratelimit-policy': `${String(limit.points)};w=${String(limit.seconds)}`,
  });
}

/** Limits counted in Postgres, so that all processes share them. */
@Injectable()
export class RateLimits implements OnModuleDestroy {
  readonly #limiters = new Map<string, RateLimiterPostgres>();

  constructor(private readonly pool: Pool) {}

  /**
   * Counts one use by `key` (a user id, an address).
   * @throws RequestRefused 429 with Retry-After once the limit is used up
   */
  async take(limit: Limit, key: string): Promise<void> {
    try {
      await this.#of(limit).consume(key);
    } catch (refused) {
      if (refused instanceof RateLimiterRes) throw tooMany(limit, refused.msBeforeNext);
      throw refused;
    }
  }

  /** All that was counted by this key. */
  async forget(key: string): Promise<void> {
    await this.pool.query(`delete from edge.rate_limit where right(key, length($1) + 1) = ':' || $1`, [key]);
  }

  onModuleDestroy(): void {
    this.#limiters.clear();
  }

  #of({ name, points, seconds }: Limit): RateLimiterPostgres {
    const known = this.#limiters.get(name);
    if (known) return known;
    const limiter = new RateLimiterPostgres({
      storeClient: this.pool,
      storeType: 'pool',
      schemaName: 'edge',
      tableName: 'rate_limit',
      tableCreated: true,
      // Every five minutes, what ran out an hour ago. Its timer keeps no process alive.
      clearExpiredByTimeout: true,
      keyPrefix: name,
      points,
      duration: seconds,
    });
    this.#limiters.set(name, limiter);
    return limiter;
  }
}
