import type { ErrorCode } from '@posthorn/contracts/shared/error-codes';
import { SERVER_TEXT } from '@posthorn/contracts/shared/server-text';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Pool } from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { RequestRefused } from '../errors/request-refused.ts';

/** `name` is stored with the counts, for example `identity.sign-in-mail`. `code`: the error code of a refusal, by default `request.too-many`. */
export type Limit = Readonly<{
  name: string;
  points: number;
  seconds: number;
  message?: string;
  code?: ErrorCode;
}>;

/** How much of a limit remains, and in how many milliseconds it is full again. */
export type RemainingLimit = Readonly<{ remaining: number; milliseconds: number }>;

/**
 * Returns headers with a limit and what remains of it, by draft-ietf-httpapi-ratelimit-headers and by the older drafts that most clients read. `left` null: nothing was
 * counted.
 */
export function limitHeaders(
  { name, points, seconds }: Pick<Limit, 'name' | 'points' | 'seconds'>,
  left: RemainingLimit | null,
): Readonly<Record<string, string>> {
  const policy = { 'ratelimit-policy': `"${name}";q=${String(points)};w=${String(seconds)}` };
  if (!left) return policy;
  const [remaining, reset] = [String(left.remaining), String(secondsOf(left.milliseconds))];
  return {
    ...policy,
    ratelimit: `"${name}";r=${remaining};t=${reset}`,
    'ratelimit-limit': String(points),
    'ratelimit-remaining': remaining,
    'ratelimit-reset': reset,
  };
}

const secondsOf = (milliseconds: number): number => Math.max(1, Math.ceil(milliseconds / 1000));

/** A 429 that says when to try again. */
export function tooMany(limit: Limit, millisecondsLeft: number): RequestRefused {
  return new RequestRefused(limit.code ?? 'request.too-many', limit.message ?? SERVER_TEXT.tooMany, {
    'retry-after': String(secondsOf(millisecondsLeft)),
    ...limitHeaders(limit, { remaining: 0, milliseconds: millisecondsLeft }),
  });
}

/** Counts limits in Postgres, so that all processes share them. */
@Injectable()
export class RateLimits implements OnModuleDestroy {
  readonly #limiters = new Map<string, RateLimiterPostgres>();

  constructor(private readonly pool: Pool) {}

  /**
   * Counts `points` uses by `key` (a user id, an IP address). If it refuses a use of several points, it counts none of them.
   * @returns what remains
   * @throws RequestRefused 429 with Retry-After once the limit is used up
   */
  async take(limit: Limit, key: string, points = 1): Promise<RemainingLimit> {
    try {
      const { remainingPoints: remaining, msBeforeNext: milliseconds } = await this.#limiterOf(limit).consume(
        key,
        points,
      );
      return { remaining, milliseconds };
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused;
      if (points > 1) await this.#limiterOf(limit).reward(key, points);
      throw tooMany(limit, refused.msBeforeNext);
    }
  }

  /** Deletes the counts of this key. */
  async forget(key: string): Promise<void> {
    await this.pool.query(`delete from edge.rate_limit where right(key, length($1) + 1) = ':' || $1`, [key]);
  }

  onModuleDestroy(): void {
    this.#limiters.clear();
  }

  #limiterOf({ name, points, seconds }: Limit): RateLimiterPostgres {
    const cached = this.#limiters.get(name);
    if (cached) return cached;
    const limiter = new RateLimiterPostgres({
      storeClient: this.pool,
      storeType: 'pool',
      schemaName: 'edge',
      tableName: 'rate_limit',
      tableCreated: true,
      // Every five minutes, deletes counts that expired an hour ago. Its timer keeps no process alive.
      clearExpiredByTimeout: true,
      keyPrefix: name,
      points,
      duration: seconds,
    });
    this.#limiters.set(name, limiter);
    return limiter;
  }
}
