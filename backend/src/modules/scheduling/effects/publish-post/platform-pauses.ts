import type { PublicationReason } from '@posthorn/contracts/shared/publication-reasons';
import type { AttemptOutcome } from '#infrastructure/effects/attempt/rules.ts';
import { Injectable, Logger } from '@nestjs/common';
import type { Target } from '../../domain/publication/publication-events.ts';
import { Buckets } from './buckets.ts';

/** The one reason to wait that concerns more than this target. */
export const RATE_LIMIT = 'rate-limit' satisfies PublicationReason;

/** `server`: as the due table has it. */
type AtServer = Target & Readonly<{ server: string }>;

/** What calls that were made, and those that were not, mean for a platform's budget. Neither is worth an error. */
@Injectable()
export class PlatformPauses {
  readonly #logger = new Logger('Publishing');

  constructor(private readonly buckets: Buckets) {}

  /** A platform that asked for a pause gets it from the other posts of this account, or of the app, too. */
  async heed(target: AtServer, outcome: AttemptOutcome<unknown>): Promise<void> {
    if (outcome.kind !== 'postponed' || outcome.reason !== RATE_LIMIT) return;
    try {
      await this.buckets.shut(target, outcome.scope ?? 'account', outcome.until);
    } catch (error) {
      // The others find out for themselves.
      this.#logger.warn({ msg: 'A pause was not noted', platform: target.platform, err: error });
    }
  }

  /** No call was made with what was taken of the platform's budget. */
  async giveBack(target: AtServer): Promise<void> {
    try {
      await this.buckets.giveBack(target);
    } catch (error) {
      // The bucket fills up by itself.
      this.#logger.warn({ msg: 'A token was not given back', platform: target.platform, err: error });
    }
  }
}
