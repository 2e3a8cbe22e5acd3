import type { LinkPageChange } from '@posthorn/contracts/link-tree/link-page.http';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { StreamWriter } from '#infrastructure/log/stream-writer.ts';
import { changePage, linkPageStream } from '../../domain/link-page.ts';

/** What is left out stays as it is. */
export class ChangePage extends Command<void> {
  constructor(
    readonly userId: string,
    readonly change: LinkPageChange,
  ) {
    super();
  }
}

@CommandHandler(ChangePage)
export class ChangePageHandler implements ICommandHandler<ChangePage> {
  constructor(private readonly writer: StreamWriter) {}

  async execute({ userId, change }: ChangePage): Promise<void> {
    await this.writer.decide(linkPageStream, userId, (page) => changePage(page, userId, change));
  }
}
