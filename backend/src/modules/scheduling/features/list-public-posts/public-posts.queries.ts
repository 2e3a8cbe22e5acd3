import type { PublicPostView } from '@posthorn/contracts/scheduling/public-posts.http';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Usernames } from '#modules/identity/ports/usernames.ts';
import { PublicPostRows } from '../../read-models/posts/public-post-rows.ts';
import { publicPostView } from '../../read-models/posts/public-post-view.ts';

/** The newest public posts of a user. @throws UserNotFound */
export class ListPublicPosts extends Query<readonly PublicPostView[]> {
  constructor(readonly username: string) {
    super();
  }
}

@QueryHandler(ListPublicPosts)
export class ListPublicPostsHandler implements IQueryHandler<ListPublicPosts> {
  constructor(
    private readonly usernames: Usernames,
    private readonly rows: PublicPostRows,
  ) {}

  async execute({ username }: ListPublicPosts): Promise<readonly PublicPostView[]> {
    const rows = await this.rows.newestOf(await this.usernames.idOf(username));
    return rows.map(publicPostView);
  }
}
