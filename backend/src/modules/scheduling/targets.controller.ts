import {
  checkTarget,
  confirmTarget,
  retryTarget,
  type PostView,
} from '@posthorn/contracts/scheduling/posts.http';
import { CurrentUserId } from '#infrastructure/http/current-user.ts';
import { Body, Controller, HttpCode, Param, ParseIntPipe, Post } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { CheckTarget } from './features/check-target/check-target.command.ts';
import { ConfirmTarget } from './features/confirm-target/confirm-target.command.ts';
import { ConfirmTargetDto } from './features/confirm-target/confirm-target.dto.ts';
import { GetPost } from './features/list-posts/get-post.query.ts';
import { RetryTarget } from './features/retry-target/retry-target.command.ts';

/** One account of a post: what its owner may do when publishing there failed or its outcome is unknown. */
@Controller()
export class TargetsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Post(checkTarget.path)
  @HttpCode(200)
  async check(
    @CurrentUserId() userId: string,
    @Param('id', ParseIntPipe) postId: number,
    @Param('accountId', ParseIntPipe) accountId: number,
  ): Promise<PostView> {
    await this.commands.execute(new CheckTarget(userId, postId, accountId));
    return this.queries.execute(new GetPost(userId, postId));
  }

  @Post(retryTarget.path)
  @HttpCode(200)
  async retry(
    @CurrentUserId() userId: string,
    @Param('id', ParseIntPipe) postId: number,
    @Param('accountId', ParseIntPipe) accountId: number,
  ): Promise<PostView> {
    await this.commands.execute(new RetryTarget(userId, postId, accountId));
    return this.queries.execute(new GetPost(userId, postId));
  }

  @Post(confirmTarget.path)
  @HttpCode(200)
  async confirm(
    @CurrentUserId() userId: string,
    @Param('id', ParseIntPipe) postId: number,
    @Param('accountId', ParseIntPipe) accountId: number,
    @Body() { permalink }: ConfirmTargetDto,
  ): Promise<PostView> {
    await this.commands.execute(new ConfirmTarget(userId, postId, accountId, permalink ?? null));
    return this.queries.execute(new GetPost(userId, postId));
  }
}
