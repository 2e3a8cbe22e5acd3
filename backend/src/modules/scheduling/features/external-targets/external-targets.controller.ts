import { checkExternalTarget, retryExternalTarget } from '@posthorn/contracts/external/posts.http';
import type { PostView } from '@posthorn/contracts/scheduling/posts.http';
import { CurrentToken } from '#infrastructure/http/session/current-token.ts';
import { requireScope } from '#infrastructure/http/session/require-scope.ts';
import type { TokenHolder } from '#infrastructure/http/session/token-reader.ts';
import { OpenedByToken } from '#infrastructure/http/session/token-route.ts';
import { Body, Controller, HttpCode, Param, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { AccountIdPipe, PostIdPipe } from '../../read-models/posts/id-pipes.ts';
import { LookUpTarget } from '../settle-targets/look-up-target.command.ts';
import { RetryTarget } from '../settle-targets/retry-target.command.ts';
import { readablePost } from '../external-posts/without-texts.ts';
import { RetryTargetDto } from '../settle-targets/targets.dto.ts';

/** Lets API programs retry or look up one target of a post, after a failure or an unknown outcome. */
@Controller()
export class ExternalTargetsController {
  constructor(private readonly commands: CommandBus) {}

  @Post(retryExternalTarget.path)
  @OpenedByToken(retryExternalTarget.scope)
  @HttpCode(200)
  async retry(
    @CurrentToken() holder: TokenHolder,
    @Param('id', PostIdPipe) postId: number,
    @Param('accountId', AccountIdPipe) accountId: number,
    @Body() { atOwnRisk = false }: RetryTargetDto,
  ): Promise<PostView> {
    // A program must be able to read the post, because otherwise it cannot judge the risk.
    if (atOwnRisk) requireScope(holder, 'posts:read');
    const { userId, scopes } = holder;
    return readablePost(
      await this.commands.execute(new RetryTarget(userId, postId, accountId, atOwnRisk)),
      scopes,
    );
  }

  @Post(checkExternalTarget.path)
  @OpenedByToken(checkExternalTarget.scope)
  @HttpCode(200)
  async check(
    @CurrentToken() { userId, scopes }: TokenHolder,
    @Param('id', PostIdPipe) postId: number,
    @Param('accountId', AccountIdPipe) accountId: number,
  ): Promise<PostView> {
    return readablePost(await this.commands.execute(new LookUpTarget(userId, postId, accountId)), scopes);
  }
}
