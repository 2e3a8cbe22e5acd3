import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#infrastructure/clock.ts';
import { StreamWriter } from '#infrastructure/event-log/stream-writer.ts';
import { erase, erasureStream } from '../../domain/erasure/erasure.ts';

/**
 * Records that a person is erased. When read models handle this event, they delete the rows of the person. The process
 * `identity.destroy-key` handles the event too: it destroys the key of the person. Then all personal fields in the log and its backups
 * are unreadable. A repeated command does no harm. Runs inside a CauseContext.
 */
export class EraseSubject extends Command<void> {
  constructor(readonly userId: string) {
    super();
  }
}

@CommandHandler(EraseSubject)
export class EraseSubjectHandler implements ICommandHandler<EraseSubject> {
  constructor(
    private readonly writer: StreamWriter,
    private readonly clock: Clock,
  ) {}

  async execute({ userId }: EraseSubject): Promise<void> {
    const erasedAt = this.clock.now().toISOString();
    await this.writer.decide(erasureStream, userId, (erasure) => erase(erasure, userId, erasedAt));
  }
}
