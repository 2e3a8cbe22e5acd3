import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { StreamWriter } from '#infrastructure/log/stream-writer.ts';
import { linkPageStream, removeLink } from '../../domain/link-page.ts';

/** Nothing happens when it is gone already. */
export class RemoveLink extends Command<void> {
  constructor(
    readonly userId: string,
    readonly linkId: string,
  ) {
    super();
  }
}

@CommandHandler(RemoveLink)
export class RemoveLinkHandler implements ICommandHandler<RemoveLink> {
  constructor(private readonly writer: StreamWriter) {}

  async execute({ userId, linkId }: RemoveLink): Promise<void> {
    await this.writer.decide(linkPageStream, userId, (page) => removeLink(page, userId, linkId));
  }
}
