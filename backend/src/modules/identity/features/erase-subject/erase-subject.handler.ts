import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#infrastructure/clock.ts';
import { StreamWriter } from '#infrastructure/log/stream-writer.ts';
import { erase, erasureStream } from '../../domain/erasure.ts';
import { EraseSubject } from '../../public.ts';

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
