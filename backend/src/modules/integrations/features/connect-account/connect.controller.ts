import {
  connectBluesky,
  connectMastodon,
  type ConnectReply,
} from '@posthorn/contracts/integrations/accounts.http';
import { CONNECT_TEXT } from '@posthorn/contracts/integrations/connect-text';
import { withReturnPath } from '@posthorn/contracts/integrations/consent';
import { ownPathOf } from '@posthorn/contracts/shared/own-path';
import { Body, Controller, Get, HttpCode, Post, Query, Redirect } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Configuration } from '#infrastructure/config/configuration.ts';
import { CurrentUserId } from '#infrastructure/http/session/current-user.ts';
import { RateLimits } from '#infrastructure/http/edge/rate-limits.ts';
import { RequestNotValid } from '#infrastructure/http/errors/request-refused.ts';
import { BLUESKY } from '#connectors/bluesky/limits.ts';
import { MASTODON } from '#connectors/mastodon/limits.ts';
import type { IntakeResult } from './account-intake.ts';
import { ConnectAccount } from './connect-account.command.ts';
import { instanceAddress } from './instance-address.ts';
import { CONNECT_TRIES, ConnectBlueskyDto, ConnectMastodonDto } from './connect-account.dto.ts';

/**
 * Connects Bluesky and Mastodon accounts: redirects to the setup page, and receives the form of this page.
 */
@Controller()
export class ConnectController {
  constructor(
    private readonly commands: CommandBus,
    private readonly configuration: Configuration,
    private readonly limits: RateLimits,
  ) {}

  @Get('/api/auth/bluesky')
  @Redirect()
  startBluesky(@Query('state') state?: unknown, @Query('return') returnPage?: unknown) {
    return { url: setupPage('/bluesky-setup', state, returnPage), statusCode: 302 };
  }

  @Get('/api/auth/mastodon')
  @Redirect()
  startMastodon(@Query('state') state?: unknown, @Query('return') returnPage?: unknown) {
    return { url: setupPage('/mastodon-setup', state, returnPage), statusCode: 302 };
  }

  @Post(connectBluesky.path)
  @HttpCode(200)
  async bluesky(@CurrentUserId() userId: string, @Body() body: ConnectBlueskyDto): Promise<ConnectReply> {
    await this.limits.take(CONNECT_TRIES, userId);
    const proof = { kind: 'app-password', identifier: body.handle, password: body.appPassword } as const;
    const result = await this.commands.execute(new ConnectAccount(userId, 'bluesky', proof));
    return replyTo(result, BLUESKY.name, CONNECT_TEXT.blueskyConnected);
  }

  @Post(connectMastodon.path)
  @HttpCode(200)
  async mastodon(@CurrentUserId() userId: string, @Body() body: ConnectMastodonDto): Promise<ConnectReply> {
    const server = instanceAddress(body.instance, this.configuration.allowPrivateHosts);
    if (server === null) throw new RequestNotValid({ instance: CONNECT_TEXT.instanceNotValid });
    await this.limits.take(CONNECT_TRIES, userId);
    const proof = { kind: 'token', server, token: body.accessToken } as const;
    const result = await this.commands.execute(new ConnectAccount(userId, 'mastodon', proof));
    return replyTo(result, MASTODON.name, CONNECT_TEXT.mastodonConnected);
  }
}

const replyTo = ({ account, renewed }: IntakeResult, platform: string, connected: string): ConnectReply => ({
  success: true,
  already: renewed,
  account,
  message: renewed ? CONNECT_TEXT.renewed(platform) : connected,
});

/** `returnPage`: the page to return to. */
function setupPage(path: string, state: unknown, returnPage: unknown): string {
  const page =
    typeof state === 'string' && state !== '' ? `${path}?${new URLSearchParams({ state }).toString()}` : path;
  return withReturnPath(page, ownPathOf(returnPage));
}
