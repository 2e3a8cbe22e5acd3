import type { Position } from '@posthorn/event-sourcing/event-store';
import { Injectable } from '@nestjs/common';
import { DatabaseChannel } from '#infrastructure/database/database-channel.ts';

const CHANNEL = 'posthorn_positions';

type Request = Readonly<{ readers: readonly string[]; position: Position }>;

/**
 * While no event concerns a reader, its checkpoint is written rarely and may be behind the reader. A process that needs the exact position
 * asks through this class; the process that runs the reader then stores the checkpoint. Best effort: after a lost request, the checkpoint is stored at
 * its usual time.
 */
@Injectable()
export class PositionRequests {
  constructor(private readonly channel: DatabaseChannel) {}

  /** @param readers by their locks: see `ReaderLocks` */
  async ask(readers: readonly string[], position: Position): Promise<void> {
    const request: Request = { readers, position };
    await this.channel.notify(CHANNEL, JSON.stringify(request));
  }

  /** @param onRequest called with the lock of the requested reader */
  answer(onRequest: (lock: string, position: Position) => void): void {
    this.channel.listen(CHANNEL, (payload) => {
      const { readers, position } = JSON.parse(payload) as Request;
      for (const lock of readers) onRequest(lock, position);
    });
  }
}
