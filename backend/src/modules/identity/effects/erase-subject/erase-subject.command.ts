import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#infrastructure/clock.ts';
import { StreamWriter } from '#infrastructure/event-log/stream-writer.ts';
import { erase, erasureStream } from '../../domain/erasure/erasure.ts';

/**
 * Erases what a person wrote, for ever: recorded first, and then their key is destroyed, so that every personal field of
 * theirs in the log and its backups reads `[erased]`, and read models drop their rows. Nothing else goes by it: what modules name
 * to `ErasureRegistry` belongs to whoever deletes the account, before this. Repeating it is harmless. Runs inside a CauseContext.
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
