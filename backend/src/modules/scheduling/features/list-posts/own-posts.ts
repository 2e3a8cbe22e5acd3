import type { PostCounts, PostView } from '@posthorn/contracts/scheduling/posts.http';
import type { Platform } from '@posthorn/contracts/shared/platform';
import { Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ReadGate } from '#infrastructure/readers/read-gate.ts';
import { KnownPosts } from '../../ports/known-posts.ts';
import type { LatestPosts } from '../../ports/latest-posts.ts';
import type { PostTotals } from '../../ports/post-totals.ts';
import { ListPosts } from './list-posts.query.ts';
import { lostAccounts } from '../../read-models/lost-accounts/lost-accounts.projection.ts';
import { postList } from '../../read-models/posts/post-list.projection.ts';
import { PostPages } from '../../read-models/posts/post-pages.ts';
import { PostRows } from '../../read-models/posts/post-rows.ts';
import { PublicPostRows } from '../../read-models/posts/public-post-rows.ts';

/** Offers other modules data about a user's posts. */
@Injectable()
export class OwnPosts extends KnownPosts implements PostTotals, LatestPosts {
  constructor(
    private readonly gate: ReadGate,
    private readonly rows: PostRows,
    private readonly pages: PostPages,
    private readonly shownToAll: PublicPostRows,
    private readonly queries: QueryBus,
  ) {
    super();
  }

  override async among(userId: string, postIds: readonly number[]): Promise<ReadonlySet<number>> {
    await this.gate.waitFor([postList.name]);
    return new Set(await this.rows.idsOf(userId, postIds));
  }

  async counts(userId: string): Promise<PostCounts> {
    await this.gate.waitFor([postList.name, lostAccounts.name]);
    return this.pages.counts(userId);
  }

  async countsByPlatform(userId: string): Promise<Readonly<Partial<Record<Platform, number>>>> {
    await this.gate.waitFor([postList.name, lostAccounts.name]);
    return this.pages.countsByPlatform(userId);
  }

  async latest(userId: string, limit: number): Promise<readonly PostView[]> {
    return (await this.queries.execute(new ListPosts(userId, limit))).posts;
  }

  published(userId: string): Promise<number> {
    return this.shownToAll.countOf(userId);
  }
}
