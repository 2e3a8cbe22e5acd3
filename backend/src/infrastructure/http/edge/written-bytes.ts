import { WRITTEN } from '@posthorn/contracts/shared/written';
import { Injectable } from '@nestjs/common';
import { RateLimits, type Limit } from './rate-limits.ts';

const DAILY_LIMIT: Limit = {
  name: 'written.bytes',
  points: WRITTEN.bytesADay,
  seconds: 86_400,
  message: WRITTEN.tooMuch,
  code: 'request.too-much-written',
};
/** Bytes of an event in addition to its text. */
const OVERHEAD = 1_000;

/** Limits how many bytes of posts a user writes a day, because the log keeps every version of a text for ever. */
@Injectable()
export class WrittenBytes {
  constructor(private readonly limits: RateLimits) {}

  /**
   * Counts what is about to be stored.
   * @throws RequestRefused 429 when it exceeds the limit of a day
   */
  async take(userId: string, written: object): Promise<void> {
    await this.limits.take(DAILY_LIMIT, userId, OVERHEAD + Buffer.byteLength(JSON.stringify(written)));
  }
}
