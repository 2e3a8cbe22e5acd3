import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { EventReader } from '#infrastructure/event-log/event-reader.ts';
import { commentStream } from '../../domain/comment/comment.ts';

/** How long, in milliseconds, a person who pressed Send waits for the platform. Later outcomes appear on the screen. */
const WAIT = 5_000;
const CHECK_EVERY = 150;

const ENDED: ReadonlySet<string> = new Set(['done', 'failed', 'cancelled', 'unknown']);

/** Waits for the outcome of a reply that was just requested. */
@Injectable()
export class ReplyProof {
  constructor(private readonly reader: EventReader) {}

  /**
   * Returns true when the reply is proven to be on the platform. Returns false when it failed or was cancelled, or when the outcome is not
   * known in time.
   */
  async waitForProof(commentId: number): Promise<boolean> {
    const until = performance.now() + WAIT;
    for (;;) {
      const { state } = await this.reader.load(commentStream, commentId);
      const { status } = state.reply?.effect ?? { status: 'cancelled' };
      if (ENDED.has(status) || performance.now() > until) return status === 'done';
      await pause(CHECK_EVERY);
    }
  }
}
