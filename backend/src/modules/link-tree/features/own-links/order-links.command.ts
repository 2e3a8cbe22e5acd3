import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { StreamWriter } from '#infrastructure/log/stream-writer.ts';
import { linkPageStream, orderLinks } from '../../domain/link-page.ts';

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
  constructor(private readonly writer: StreamWriter) {}

  /** @throws OrderNotComplete */
  async execute({ userId, linkIds }: OrderLinks): Promise<void> {
    await this.writer.decide(linkPageStream, userId, (page) => orderLinks(page, userId, linkIds));
  }
}
