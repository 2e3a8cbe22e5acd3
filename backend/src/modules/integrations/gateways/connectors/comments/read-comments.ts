import { PLATFORM_NAMES } from '@posthorn/contracts/shared/platform-names';
import { COMMENT_READING_TEXT } from '@posthorn/contracts/integrations/comment-reading-text';
import { Injectable } from '@nestjs/common';
import { DatabaseClock } from '#infrastructure/database/database-clock.ts';
import type {
  CommentOutcome,
  KnownComment,
  NewsOutcome,
  ThreadOutcome,
  WatchedPost,
} from '#connectors/contract/comments.ts';
import { refused } from '#connectors/kit/outcomes.ts';
import { RecentMetrics } from '../metrics/recent-metrics.ts';
import {
  CommentsOfAccounts,
  type NewsRequest,
  type CommentAccount,
} from '../../../ports/comments-of-accounts.ts';
import { CommentAccounts } from './comment-accounts.ts';

/** Reads comments through the connectors. */
@Injectable()
export class ReadComments extends CommentsOfAccounts {
  constructor(
    private readonly accounts: CommentAccounts,
    private readonly snapshots: RecentMetrics,
    private readonly clock: DatabaseClock,
  ) {
    super();
  }

  override async wayOf(account: CommentAccount) {
    const connector = this.accounts.connectorOf(account.platform);
    if (!connector)
      return { pace: null, why: COMMENT_READING_TEXT.noInterface(PLATFORM_NAMES[account.platform]) };
    const why = await this.accounts.whyUnreadable(account);
    if (why !== null) return { pace: null, why };
    const way = await this.accounts.wayOf(account, connector);
    return { ...way, hasNews: connector.news !== undefined };
  }

  override async news(
    account: CommentAccount,
    request: NewsRequest,
    signal: AbortSignal,
  ): Promise<NewsOutcome> {
    const seenAt = (await this.clock.now()).toISOString();
    const news = await this.accounts.withAccount<NewsOutcome>(account, request.posts, (connector, access) =>
      connector.news
        ? connector.news(access, request, signal)
        : Promise.resolve(refused('not-allowed', null, false)),
    );
    if (news.kind === 'read' && news.snapshots)
      this.snapshots.note(account.accountId, seenAt, news.snapshots);
    return news;
  }

  override thread(
    account: CommentAccount,
    post: WatchedPost,
    after: string | null,
    signal: AbortSignal,
  ): Promise<ThreadOutcome> {
    return this.accounts.withAccount<ThreadOutcome>(account, post, (connector, access) =>
      connector.thread(access, post, after, signal),
    );
  }

  override one(account: CommentAccount, comment: KnownComment, signal: AbortSignal): Promise<CommentOutcome> {
    return this.accounts.withAccount<CommentOutcome>(account, comment, (connector, access) =>
      connector.one(access, comment, signal),
    );
  }
}
