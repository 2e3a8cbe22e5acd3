import type { PostCounts } from '@posthorn/contracts/scheduling/posts.http';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { ReadGate } from '#infrastructure/projections/read-gate.ts';
import { CountPosts, HasPost } from '../../public.ts';
import { lostAccounts } from './lost-accounts.projection.ts';
import { postList } from './post-list.projection.ts';
import { PostPages } from './post-pages.ts';
import { PostRows } from './post-rows.ts';

@QueryHandler(HasPost)
export class HasPostHandler implements IQueryHandler<HasPost> {
  constructor(
    private readonly gate: ReadGate,
    private readonly rows: PostRows,
  ) {}

  async execute({ userId, postId }: HasPost): Promise<boolean> {
    await this.gate.waitFor([postList.name]);
    return (await this.rows.oneOf(userId, postId)) !== undefined;
  }
}

@QueryHandler(CountPosts)
export class CountPostsHandler implements IQueryHandler<CountPosts> {
  constructor(
    private readonly gate: ReadGate,
    private readonly pages: PostPages,
  ) {}

  async execute({ userId }: CountPosts): Promise<PostCounts> {
    await this.gate.waitFor([postList.name, lostAccounts.name]);
    return this.pages.counts(userId);
  }
}
