import type { PostCounts } from '@posthorn/contracts/scheduling/posts.http';
import { Injectable } from '@nestjs/common';
import { ReadGate } from '#infrastructure/readers/read-gate.ts';
import type { PostTotals } from '#modules/identity/ports/post-totals.ts';
import { KnownPosts } from '../../ports/known-posts.ts';
import { lostAccounts } from '../lost-accounts/lost-accounts.projection.ts';
import { postList } from './post-list.projection.ts';
import { PostPages } from './post-pages.ts';
import { PostRows } from './post-rows.ts';
import { PublicPostRows } from './public-post-rows.ts';

/** What is known of the posts of a person without showing them. */
@Injectable()
export class OwnPosts extends KnownPosts implements PostTotals {
  constructor(
    private readonly gate: ReadGate,
    private readonly rows: PostRows,
    private readonly pages: PostPages,
    private readonly shownToAll: PublicPostRows,
  ) {
    super();
  }

  async has(userId: string, postId: number): Promise<boolean> {
    await this.gate.waitFor([postList.name]);
    return (await this.rows.oneOf(userId, postId)) !== undefined;
  }

  async counts(userId: string): Promise<PostCounts> {
    await this.gate.waitFor([postList.name, lostAccounts.name]);
    return this.pages.counts(userId);
  }

  published(userId: string): Promise<number> {
    return this.shownToAll.countOf(userId);
  }
}
