import type { Position } from '@posthorn/event-sourcing/event-store';
import { Injectable } from '@nestjs/common';
import { DatabaseChannel } from '#infrastructure/database/database-channel.ts';

const CHANNEL = 'posthorn_positions';

type Request = Readonly<{ readers: readonly string[]; position: Position }>;

/**
 * Checkpoints are written rarely while nothing concerns a reader, so that they may tell less than its process knows.
 * Whoever needs to know asks here; the process that runs the reader writes its checkpoint as soon as it is that far.
 * Best effort: a request that got lost costs the time until the checkpoint is written anyway.
 */
@Injectable()
export class PositionRequests {
  constructor(private readonly channel: DatabaseChannel) {}

  /** @param readers by their locks: see `ReaderLocks` */
  async ask(readers: readonly string[], position: Position): Promise<void> {
    const request: Request = { readers, position };
    await this.channel.notify(CHANNEL, JSON.stringify(request));
  }

  /** @param hear called with the lock of the reader that is asked about */
  answer(hear: (lock: string, position: Position) => void): void {
    this.channel.listen(CHANNEL, (payload) => {
      const { readers, position } = JSON.parse(payload) as Request;
      for (const lock of readers) hear(lock, position);
    });
  }
}
