import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#infrastructure/clock.ts';
import { StreamWriter } from '#infrastructure/event-log/stream-writer.ts';
import { erase, erasureStream } from '../../domain/erasure/erasure.ts';

/**
 * Erases what a person wrote, for ever. It records the event first; then the person's key is destroyed. Their personal fields in the log
 * and its backups then read `[erased]`, and read models drop their rows. It runs no step of `ErasureRegistry`: the erasure of the account
 * runs those before. A repetition is harmless. Runs inside a CauseContext.
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
