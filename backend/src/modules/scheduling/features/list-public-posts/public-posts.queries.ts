import type { PublicPostView } from '@posthorn/contracts/scheduling/public-posts.http';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { NO_SHOWN_FIGURES, ProfileFigures } from '#infrastructure/http/pages/profile-figures.ts';
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
    private readonly figures: ProfileFigures,
  ) {}

  async execute({ username }: ListPublicPosts): Promise<readonly PublicPostView[]> {
    const userId = await this.usernames.idOf(username);
    const rows = await this.rows.newestOf(userId);
    const figures = await this.figures.ofPosts(
      userId,
      rows.map(({ post_id: id }) => id),
    );
    return rows.map((row) => ({
      ...publicPostView(row),
      ...(figures.get(row.post_id) ?? NO_SHOWN_FIGURES),
    }));
  }
}
