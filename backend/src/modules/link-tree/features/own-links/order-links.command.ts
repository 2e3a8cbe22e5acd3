import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { orderLinks } from '../../domain/link-page.ts';
import { OwnPageWriter } from '../../own-page-writer.ts';

export class OrderLinks extends Command<void> {
  constructor(
    readonly userId: string,
    readonly linkIds: readonly string[],
  ) {
    super();
  }
}

@CommandHandler(OrderLinks)
export class OrderLinksHandler implements ICommandHandler<OrderLinks> {
  constructor(private readonly pages: OwnPageWriter) {}

  /** @throws OrderNotComplete */
  async execute({ userId, linkIds }: OrderLinks): Promise<void> {
    await this.pages.decide(userId, (page) => orderLinks(page, userId, linkIds));
  }
}
