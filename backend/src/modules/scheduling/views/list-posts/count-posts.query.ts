import type { PostCounts } from '@posthorn/contracts/scheduling/posts.http';
import { ReadGate } from '#infrastructure/projections/read-gate.ts';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { CountPosts } from '../../public.ts';
import { PostPages } from './post-pages.ts';
import { lostAccounts } from './lost-accounts.projection.ts';
import { postList } from './post-list.projection.ts';

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
