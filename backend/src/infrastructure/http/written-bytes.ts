import { WRITTEN } from '@posthorn/contracts/shared/written';
import { Injectable } from '@nestjs/common';
import { RateLimits, type Limit } from './rate-limits.ts';

const A_DAY: Limit = {
  name: 'written.bytes',
  points: WRITTEN.bytesADay,
  seconds: 86_400,
  message: WRITTEN.tooMuch,
  code: 'request.too-much-written',
};
/** What an event takes besides its words. */
const LEAST = 1_000;

/** The log keeps every version of a text for ever: so many bytes a user may write a day, however small each change is. */
@Injectable()
export class WrittenBytes {
  constructor(private readonly limits: RateLimits) {}

  /** Counts what is about to be stored. @throws RequestRefused 429 when it is too much for one day */
  async take(userId: string, written: object): Promise<void> {
    await this.limits.take(A_DAY, userId, LEAST + Buffer.byteLength(JSON.stringify(written)));
  }
}
