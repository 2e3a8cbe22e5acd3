import type { LinkPageChange } from '@posthorn/contracts/link-tree/link-page.http';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { changePage } from '../../domain/link-page.ts';
import { OwnPageWriter } from '../../own-page-writer.ts';

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
  constructor(private readonly pages: OwnPageWriter) {}

  async execute({ userId, change }: ChangePage): Promise<void> {
    await this.pages.decide(userId, (page) => changePage(page, userId, change));
  }
}
