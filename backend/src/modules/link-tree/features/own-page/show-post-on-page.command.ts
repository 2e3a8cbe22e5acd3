import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { PostNotOnPage } from '../../domain/link-page-errors.ts';
import { showPost } from '../../domain/link-page.ts';
import { OwnPageWriter } from '../../own-page-writer.ts';
import { PageRows } from '../../read-model/page-rows.ts';

/** Takes a published post off the page of its owner, or puts it back. */
export class ShowPostOnPage extends Command<void> {
  constructor(
    readonly userId: string,
    readonly postId: number,
    readonly shown: boolean,
  ) {
    super();
  }
}

@CommandHandler(ShowPostOnPage)
export class ShowPostOnPageHandler implements ICommandHandler<ShowPostOnPage> {
  constructor(
    private readonly pages: OwnPageWriter,
    private readonly rows: PageRows,
  ) {}

  /** @throws PostNotOnPage for a post of somebody else, and one that is not public */
  async execute({ userId, postId, shown }: ShowPostOnPage): Promise<void> {
    if (!(await this.rows.hasPublished(userId, postId))) throw new PostNotOnPage();
    await this.pages.decide(userId, (page) => showPost(page, userId, postId, shown));
  }
}
