import {
  API_TOKEN_TEXT,
  createApiToken,
  deleteApiToken,
  listApiTokens,
  type ApiTokenView,
  type CreatedApiTokenView,
} from '@posthorn/contracts/identity/api-tokens.http';
import { Body, Controller, Delete, Get, HttpCode, Param, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { CurrentUser, CurrentUserId } from '#infrastructure/http/session/current-user.ts';
import type { SignedIn } from '#infrastructure/http/session/edge-request.ts';
import { requireFreshSignIn } from '#infrastructure/http/edge/sign-in-not-fresh.ts';
import { CreateApiToken } from './create-api-token.command.ts';
import { CreateApiTokenDto } from './create-api-token.dto.ts';
import { OwnTokens } from './own-tokens.ts';

/** The API tokens of the signed-in user. */
@Controller()
export class ApiTokensController {
  constructor(
    private readonly commands: CommandBus,
    private readonly tokens: OwnTokens,
  ) {}

  @Post(createApiToken.path)
  async create(
    @CurrentUser() signedIn: SignedIn,
    @Body() body: CreateApiTokenDto,
  ): Promise<CreatedApiTokenView> {
    requireFreshSignIn(signedIn, API_TOKEN_TEXT.notFresh);
    return this.commands.execute(new CreateApiToken(signedIn.userId, signedIn.sessionId, body));
  }

  @Get(listApiTokens.path)
  list(@CurrentUserId() userId: string): Promise<readonly ApiTokenView[]> {
    return this.tokens.list(userId);
  }

  @Delete(deleteApiToken.path)
  @HttpCode(204)
  async delete(@CurrentUserId() userId: string, @Param('id') id: string): Promise<void> {
    await this.tokens.revoke(userId, id);
  }
}
