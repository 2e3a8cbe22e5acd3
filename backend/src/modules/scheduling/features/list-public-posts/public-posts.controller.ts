import {
  listPublicPosts,
  listPublicPostsByQuery,
  type PublicPostView,
} from '@posthorn/contracts/scheduling/public-posts.http';
import { UsernameParam } from '#infrastructure/http/pages/username-param.ts';
import { Controller, Get } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ListPublicPosts } from './public-posts.queries.ts';

/** The public posts of one user. */
@Controller()
export class PublicPostsController {
  constructor(private readonly queries: QueryBus) {}

  @Get([listPublicPosts.path, listPublicPostsByQuery.path])
  list(@UsernameParam() username: string): Promise<readonly PublicPostView[]> {
    return this.queries.execute(new ListPublicPosts(username));
  }
}
