import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { StreamWriter } from '#infrastructure/log/stream-writer.ts';
import { changeBanner, linkPageStream } from '../../domain/link-page.ts';

/** Also without Premium: what is not shown may go. Its files are freed by `link-tree.keep-banner`. */
export class RemoveBanner extends Command<void> {
  constructor(readonly userId: string) {
    super();
  }
}

@CommandHandler(RemoveBanner)
export class RemoveBannerHandler implements ICommandHandler<RemoveBanner> {
  constructor(private readonly writer: StreamWriter) {}

  async execute({ userId }: RemoveBanner): Promise<void> {
    await this.writer.decide(linkPageStream, userId, (page) => changeBanner(page, userId, []));
  }
}
