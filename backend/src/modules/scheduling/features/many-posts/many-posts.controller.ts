import { changeManyExternalPosts } from '@posthorn/contracts/external/drafts.http';
import { changeManyPosts, type OnePostResult } from '@posthorn/contracts/scheduling/many-posts.http';
import { CurrentToken } from '#infrastructure/http/session/current-token.ts';
import { CurrentUserId } from '#infrastructure/http/session/current-user.ts';
import type { TokenHolder } from '#infrastructure/http/session/token-reader.ts';
import { OpenedByToken } from '#infrastructure/http/session/token-route.ts';
import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ManyPostsDto } from './many-posts.dto.ts';
import { ManyPosts } from './many-posts.ts';

type Results = Readonly<{ results: readonly OnePostResult[] }>;

/** One change for up to 100 posts of the signed-in user, or of the owner of a token. */
@Controller()
export class ManyPostsController {
  constructor(private readonly posts: ManyPosts) {}

  @Post(changeManyPosts.path)
  @HttpCode(200)
  async change(@CurrentUserId() userId: string, @Body() body: ManyPostsDto): Promise<Results> {
    return { results: await this.posts.change(userId, body) };
  }

  @Post(changeManyExternalPosts.path)
  @OpenedByToken(changeManyExternalPosts.scope)
  @HttpCode(200)
  async changeExternally(
    @CurrentToken() { userId }: TokenHolder,
    @Body() body: ManyPostsDto,
  ): Promise<Results> {
    return { results: await this.posts.change(userId, body) };
  }
}
