import type { PostView } from '@posthorn/contracts/scheduling/posts.http';
import { ReadGate } from '#infrastructure/readers/read-gate.ts';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { PostNotFound } from '../../domain/post/post-errors.ts';
import { NamesOfAccounts } from '../../read-models/posts/account-names.ts';
import { lostAccounts } from '../../read-models/lost-accounts/lost-accounts.projection.ts';
import { PostAsLogged } from '../../read-models/posts/post-as-logged.ts';
import { postList } from '../../read-models/posts/post-list.projection.ts';
import { PostRows } from '../../read-models/posts/post-rows.ts';
import { postView } from '../../read-models/posts/post-view.ts';

/** @throws PostNotFound for a deleted post, and for every user but the owner */
export class GetPost extends Query<PostView> {
  constructor(
    readonly userId: string,
    readonly postId: number,
  ) {
    super();
  }
}

@QueryHandler(GetPost)
export class GetPostHandler implements IQueryHandler<GetPost> {
  constructor(
    private readonly gate: ReadGate,
    private readonly rows: PostRows,
    private readonly logged: PostAsLogged,
    private readonly names: NamesOfAccounts,
  ) {}

  async execute({ userId, postId }: GetPost): Promise<PostView> {
    await this.gate.waitFor([postList.name, lostAccounts.name]);
    // Public events, webhooks and notices announce a post, sometimes before the list contains it.
    const row = (await this.rows.oneOf(userId, postId)) ?? (await this.logged.shownRow(userId, postId));
    if (!row) throw new PostNotFound();
    return postView(row, await this.names.in([row]));
  }
}
