import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { removeLink } from '../../domain/link-page.ts';
import { OwnPageWriter } from '../../own-page-writer.ts';

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
  constructor(private readonly pages: OwnPageWriter) {}

  async execute({ userId, linkId }: RemoveLink): Promise<void> {
    await this.pages.decide(userId, (page) => removeLink(page, userId, linkId));
  }
}
