import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { changeBanner } from '../../domain/link-page.ts';
import { OwnPageWriter } from '../../own-page-writer.ts';

/** Also without Premium: what is not shown may go. Its files are freed by `link-tree.keep-banner`. */
export class RemoveBanner extends Command<void> {
  constructor(readonly userId: string) {
    super();
  }
}

@CommandHandler(RemoveBanner)
export class RemoveBannerHandler implements ICommandHandler<RemoveBanner> {
  constructor(private readonly pages: OwnPageWriter) {}

  async execute({ userId }: RemoveBanner): Promise<void> {
    await this.pages.decide(userId, (page) => changeBanner(page, userId, []));
  }
}
