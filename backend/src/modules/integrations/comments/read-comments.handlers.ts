import { COMMENT_READING_TEXT } from '@posthorn/contracts/integrations/comment-reading-text';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { DatabaseClock } from '#infrastructure/database/database-clock.ts';
import { Connectors } from '../connectors/connectors.ts';
import { refused } from '../connectors/outcomes.ts';
import { RecentLooks } from '../metrics/recent-looks.ts';
import { CommentAccounts } from './comment-accounts.ts';
import {
  ReadComment,
  ReadingOf,
  ReadNews,
  ReadThread,
  type CommentOutcome,
  type NewsOutcome,
  type ThreadOutcome,
} from './public.ts';

@QueryHandler(ReadingOf)
export class ReadingOfHandler implements IQueryHandler<ReadingOf> {
  constructor(
    private readonly accounts: CommentAccounts,
    private readonly connectors: Connectors,
  ) {}

  async execute({ account }: ReadingOf) {
    const connector = this.accounts.connectorOf(account.platform);
    const name = this.connectors.find(account.platform)?.descriptor.name ?? account.platform;
    if (!connector) return { pace: null, why: COMMENT_READING_TEXT.noInterface(name) };
    const why = await this.accounts.whyUnreadable(account);
    if (why !== null) return { pace: null, why };
    const isSimulated = await this.accounts.isSimulated(account);
    return { pace: connector.pace, hasNews: connector.news !== undefined, isSimulated };
  }
}

@QueryHandler(ReadNews)
export class ReadNewsHandler implements IQueryHandler<ReadNews> {
  constructor(
    private readonly accounts: CommentAccounts,
    private readonly looks: RecentLooks,
    private readonly clock: DatabaseClock,
  ) {}

  async execute({ account, asked, signal }: ReadNews): Promise<NewsOutcome> {
    const seenAt = (await this.clock.now()).toISOString();
    const news = await this.accounts.withAccount<NewsOutcome>(account, asked.posts, (connector, access) =>
      connector.news
        ? connector.news(access, asked, signal)
        : Promise.resolve(refused('not-allowed', null, false)),
    );
    if (news.kind === 'read' && news.looks) this.looks.note(account.accountId, seenAt, news.looks);
    return news;
  }
}

@QueryHandler(ReadThread)
export class ReadThreadHandler implements IQueryHandler<ReadThread> {
  constructor(private readonly accounts: CommentAccounts) {}

  execute({ account, post, after, signal }: ReadThread): Promise<ThreadOutcome> {
    return this.accounts.withAccount<ThreadOutcome>(account, post, (connector, access) =>
      connector.thread(access, post, after, signal),
    );
  }
}

@QueryHandler(ReadComment)
export class ReadCommentHandler implements IQueryHandler<ReadComment> {
  constructor(private readonly accounts: CommentAccounts) {}

  execute({ account, comment, signal }: ReadComment): Promise<CommentOutcome> {
    return this.accounts.withAccount<CommentOutcome>(account, comment, (connector, access) =>
      connector.one(access, comment, signal),
    );
  }
}
