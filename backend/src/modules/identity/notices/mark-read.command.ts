import type { ReadNoticesRequest } from '@posthorn/contracts/identity/notices.http';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { LiveUpdates } from '#infrastructure/live/live-updates.ts';
import { Notices } from './notices.ts';

/** Nobody's record says what somebody has looked at: a mark in the row, as that the row is there, is all of it. */
export class MarkNoticesRead extends Command<void> {
  constructor(
    readonly userId: string,
    readonly which: ReadNoticesRequest,
  ) {
    super();
  }
}

@CommandHandler(MarkNoticesRead)
export class MarkNoticesReadHandler implements ICommandHandler<MarkNoticesRead> {
  constructor(
    private readonly notices: Notices,
    private readonly live: LiveUpdates,
  ) {}

  async execute({ userId, which }: MarkNoticesRead): Promise<void> {
    const isMoved = await this.notices.markRead(userId, which);
    if (isMoved) await this.live.publish([{ userId, topic: 'notices' }]);
  }
}
