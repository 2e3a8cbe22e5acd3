import { authorizeMastodon, type AuthorizeReply } from '@posthorn/contracts/integrations/accounts.http';
import { CONNECT_TEXT } from '@posthorn/contracts/integrations/connect-text';
import { pageOfConsent } from '@posthorn/contracts/integrations/consent';
import type { Platform } from '@posthorn/contracts/shared/platform';
import { Body, Controller, Get, HttpCode, Param, Post, Query, Req, Res } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { Response } from 'express';
import { Configuration } from '#infrastructure/config/configuration.ts';
import { CurrentUser } from '#infrastructure/http/session/current-user.ts';
import type { EdgeRequest, SignedIn } from '#infrastructure/http/session/edge-request.ts';
import { Public } from '#infrastructure/http/session/public-route.ts';
import { RateLimits } from '#infrastructure/http/edge/rate-limits.ts';
import { RequestNotValid } from '#infrastructure/http/errors/request-refused.ts';
import { OAuthFlows } from '#infrastructure/oauth-flows/oauth-flows.ts';
import { queryOf } from '#infrastructure/http/edge/query-of.ts';
import { Connectors } from '#connectors/connectors.ts';
import { SERVER_CALLBACK, serverCallbackAddress } from '#connectors/kit/oauth/consent-paths.ts';
import { challengeOf, isHeadRequest, redirectTo } from './consent-navigation.ts';
import { AuthorizeAtServer } from './authorize-at-server.command.ts';
import { instanceAddress } from './instance-address.ts';
import { AuthorizeMastodonDto, CONNECT_TRIES } from './connect-account.dto.ts';

const PLATFORM: Platform = 'mastodon';
/** The name contains the host, so that a callback is valid only for the server where the flow started. */
const flowOf = (host: string): string => `connect-${PLATFORM} ${host}`;

/**
 * Connects an account by consent at a server that the user entered. Leads the browser to the server's page and
 * back.
 */
@Controller()
export class ServerConsentController {
  constructor(
    private readonly connectors: Connectors,
    private readonly flows: OAuthFlows,
    private readonly commands: CommandBus,
    private readonly limits: RateLimits,
    private readonly configuration: Configuration,
  ) {}

  /**
   * Returns the URL of the server's page. This is an API call and not a navigation, so that the form can
   * show problems with the server.
   */
  @Post(authorizeMastodon.path)
  @HttpCode(200)
  async begin(
    @CurrentUser() { userId, sessionId }: SignedIn,
    @Body() { instance, returnTo = null }: AuthorizeMastodonDto,
    @Req() request: EdgeRequest,
    @Res({ passthrough: true }) response: Response,
  ): Promise<AuthorizeReply> {
    const { allowPrivateHosts, publicUrl } = this.configuration;
    const server = instanceAddress(instance, allowPrivateHosts);
    if (server === null) throw new RequestNotValid({ instance: CONNECT_TEXT.instanceNotValid });
    await this.limits.take(CONNECT_TRIES, userId);
    const { host } = new URL(server);
    const redirectUri = serverCallbackAddress(publicUrl, host);
    const { about, authorizeUrl } = await this.connectors
      .serverConsent(PLATFORM)
      .prepare(server, redirectUri);
    const newFlow = { provider: flowOf(host), sessionId, about, returnTo };
    const { state, verifier } = await this.flows.begin(request, response, newFlow);
    return { url: authorizeUrl({ state, challenge: challengeOf(verifier), redirectUri }) };
  }

  /**
   * The server's site sends the browser to this URL. So this checks the flow cookie of the browser and
   * the session.
   */
  @Public()
  @Get(`${SERVER_CALLBACK}/:host`)
  async callback(
    @Param('host') host: string,
    @Query() _query: unknown,
    @Req() request: EdgeRequest,
    @Res() response: Response,
  ): Promise<void> {
    const { publicUrl } = this.configuration;
    if (!request.signedIn || isHeadRequest(request)) {
      redirectTo(response, `${publicUrl}${request.signedIn ? '/settings' : '/login'}`);
      return;
    }
    const { userId, sessionId } = request.signedIn;
    const query = queryOf(request);
    const state = query.get('state') ?? '';
    const flow = { provider: flowOf(host), state, sessionId };
    const answer = await this.flows.answerOnce(request, flow, async ({ verifier, about, returnTo }) => {
      const callback = { query, verifier, redirectUri: serverCallbackAddress(publicUrl, host) };
      const command = new AuthorizeAtServer(userId, PLATFORM, about ?? '', callback);
      return { page: pageOfConsent(await this.commands.execute(command), returnTo) };
    });
    const expired = { kind: 'refused', platform: PLATFORM, reason: 'expired' } as const;
    redirectTo(response, `${publicUrl}${answer?.page ?? pageOfConsent(expired)}`);
  }
}
