import type { PublicationReason } from '@posthorn/contracts/shared/publication-reasons';
import type { AttemptOutcome } from '#infrastructure/effects/attempt/rules.ts';
import { Injectable, Logger } from '@nestjs/common';
import type { Target } from '../../domain/publication/publication-events.ts';
import { Buckets } from './buckets.ts';

/** The only reason to wait that also affects other targets. */
export const RATE_LIMIT = 'rate-limit' satisfies PublicationReason;

/** A target with its server, as in the due table. */
type AtServer = Target & Readonly<{ server: string }>;

/**
 * Stores pauses that platforms request, and returns tokens of calls that were not made. Errors are only
 * logged.
 */
@Injectable()
export class PlatformPauses {
  readonly #logger = new Logger('Publishing');

  constructor(private readonly buckets: Buckets) {}

  /**
   * If the platform requested a pause, the other posts of this account, its server or the app must wait too. Replies wait only if posts and
   * replies share the limit.
   */
  async afterOutcome(target: AtServer, outcome: AttemptOutcome<unknown>): Promise<void> {
    if (outcome.kind !== 'postponed' || outcome.reason !== RATE_LIMIT) return;
    try {
      await this.buckets.pause(target, outcome, outcome.until);
    } catch (error) {
      // Without the stored pause, other posts will receive the same refusal.
      this.#logger.warn({
        msg: 'A rate-limit pause was not stored; other workers may call the platform too early',
        platform: target.platform,
        err: error,
      });
    }
  }

  /** Gives back the tokens of a call that was not made. */
  async giveBack(target: AtServer): Promise<void> {
    try {
      await this.buckets.giveBack(target);
    } catch (error) {
      // The budget refills by itself.
      this.#logger.warn({
        msg: 'A rate-limit token was not returned; the budget refills by itself',
        platform: target.platform,
        err: error,
      });
    }
  }
}
