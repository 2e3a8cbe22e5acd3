import {
  checkTarget,
  confirmTarget,
  deleteRemote,
  retryTarget,
  type PostView,
} from '@posthorn/contracts/scheduling/posts.http';
import { CurrentUserId } from '#infrastructure/http/session/current-user.ts';
import { Body, Controller, Delete, HttpCode, Param, Post, Query } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { AccountIdPipe, PostIdPipe } from '../../read-models/posts/id-pipes.ts';
import { LookUpTarget } from './look-up-target.command.ts';
import { ConfirmTarget } from './confirm-target.command.ts';
import { DeleteRemote } from '../delete-remote/delete-remote.command.ts';
import { RetryTarget } from './retry-target.command.ts';
import { ConfirmTargetDto, RetryTargetDto, DeleteRemoteDto } from './targets.dto.ts';

/**
 * The owner's actions on one target of a post: look up, retry or confirm it, or delete the published post.
 */
@Controller()
export class TargetsController {
  constructor(private readonly commands: CommandBus) {}

  @Post(checkTarget.path)
  @HttpCode(200)
  check(
    @CurrentUserId() userId: string,
    @Param('id', PostIdPipe) postId: number,
    @Param('accountId', AccountIdPipe) accountId: number,
  ): Promise<PostView> {
    return this.commands.execute(new LookUpTarget(userId, postId, accountId));
  }

  @Post(retryTarget.path)
  @HttpCode(200)
  retry(
    @CurrentUserId() userId: string,
    @Param('id', PostIdPipe) postId: number,
    @Param('accountId', AccountIdPipe) accountId: number,
    @Body() { atOwnRisk = false }: RetryTargetDto,
  ): Promise<PostView> {
    return this.commands.execute(new RetryTarget(userId, postId, accountId, atOwnRisk));
  }

  @Post(confirmTarget.path)
  @HttpCode(200)
  confirm(
    @CurrentUserId() userId: string,
    @Param('id', PostIdPipe) postId: number,
    @Param('accountId', AccountIdPipe) accountId: number,
    @Body() { permalink }: ConfirmTargetDto,
  ): Promise<PostView> {
    return this.commands.execute(new ConfirmTarget(userId, postId, accountId, permalink ?? null));
  }

  @Delete(deleteRemote.path)
  @HttpCode(202)
  deleteRemote(
    @CurrentUserId() userId: string,
    @Param('id', PostIdPipe) postId: number,
    @Param('accountId', AccountIdPipe) accountId: number,
    @Query() { remoteId }: DeleteRemoteDto,
  ): Promise<PostView> {
    return this.commands.execute(new DeleteRemote(userId, postId, accountId, remoteId ?? null));
  }
}
