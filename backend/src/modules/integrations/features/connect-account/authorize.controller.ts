import {
  pageOfConsent,
  type ConsentOpens,
  type ConsentRefusal,
  type ConsentResult,
} from '@posthorn/contracts/integrations/consent';
import { ownPathOf } from '@posthorn/contracts/shared/own-path';
import { Controller, Get, Query, Req, Res, type Type } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { Response } from 'express';
import { Configuration } from '#infrastructure/config/configuration.ts';
import type { AppName } from '#infrastructure/config/app-names.ts';
import type { EdgeRequest } from '#infrastructure/http/session/edge-request.ts';
import { Public } from '#infrastructure/http/session/public-route.ts';
import { RateLimits } from '#infrastructure/http/edge/rate-limits.ts';
import { isFromElsewhere } from '#infrastructure/http/edge/same-site.guard.ts';
import { OAuthFlows } from '#infrastructure/oauth-flows/oauth-flows.ts';
import { queryOf } from '#infrastructure/http/edge/query-of.ts';
import { AuthorizeAccount } from './authorize-account.command.ts';
import { ExtendAccount } from './extend-account.command.ts';
import { callbackAddress, consentPath } from '#connectors/kit/oauth/consent-paths.ts';
import type { Consent } from '#connectors/contract/oauth-connection.ts';
import { Connectors } from '#connectors/connectors.ts';
import { challengeOf, isHeadRequest, redirectTo } from './consent-navigation.ts';
import { CONNECT_TRIES } from './connect-account.dto.ts';

const isAccountId = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{1,15}$/u.test(value);
const flowOf = (app: AppName): string => `connect-${app}`;

/**
 * Leads the browser to the consent page of one platform application, and back. These endpoints are public, so
 * that a browser with an expired session gets the sign-in page instead of an error.
 */
export function authorizeControllerFor(app: AppName): Type {
  @Public()
  @Controller(consentPath(app))
  class AuthorizeController {
    constructor(
      private readonly connectors: Connectors,
      private readonly flows: OAuthFlows,
      private readonly commands: CommandBus,
      private readonly limits: RateLimits,
      private readonly configuration: Configuration,
    ) {}

    /**
     * A link on another site only leads to the settings page. `returnPage`: the page to return to; `account`:
     * the account to extend.
     */
    @Get()
    async begin(
      @Query('return') returnPage: unknown,
      @Query('account') account: unknown,
      @Req() request: EdgeRequest,
      @Res() response: Response,
    ): Promise<void> {
      const returnTo = ownPathOf(returnPage);
      const consent = this.connectors.consent(app);
      if (!request.signedIn) this.redirectBrowser(response, '/login');
      else if (isFromElsewhere(request) || !consent) this.redirectBrowser(response, '/settings');
      else if (isHeadRequest(request)) this.redirectBrowser(response, '/settings', 302);
      else if (this.opens !== undefined && !isAccountId(account)) this.redirectBrowser(response, '/settings');
      else if (!consent.configured) {
        this.redirectBrowser(response, pageOfConsent(this.refused(consent, 'not-configured'), returnTo));
      } else {
        const { sessionId, userId } = request.signedIn;
        await this.limits.take(CONNECT_TRIES, userId);
        const { state, verifier } = await this.flows.begin(request, response, {
          provider: flowOf(app),
          sessionId,
          returnTo,
          ...(this.opens !== undefined && isAccountId(account) && { about: account }),
        });
        const authorization = { state, challenge: challengeOf(verifier), redirectUri: this.redirectUri };
        response.redirect(302, consent.authorizeUrl(authorization));
      }
    }

    /**
     * The platform's site sends the browser to this URL. So this checks the flow cookie of the browser
     * and the session.
     */
    @Get('callback')
    async callback(
      @Query() _query: unknown,
      @Req() request: EdgeRequest,
      @Res() response: Response,
    ): Promise<void> {
      const consent = this.connectors.consent(app);
      if (!request.signedIn || !consent) {
        this.redirectBrowser(response, '/login');
        return;
      }
      if (isHeadRequest(request)) {
        this.redirectBrowser(response, '/settings');
        return;
      }
      const { userId, sessionId } = request.signedIn;
      const query = queryOf(request);
      const flow = { provider: flowOf(app), state: query.get('state') ?? '', sessionId };
      const answer = await this.flows.answerOnce(request, flow, async ({ verifier, about, returnTo }) => {
        const callback = { query, verifier, redirectUri: this.redirectUri };
        const result = await this.commands.execute(
          this.opens === undefined
            ? new AuthorizeAccount(userId, sessionId, app, callback)
            : new ExtendAccount(userId, Number(about), app, callback),
        );
        return { page: pageOfConsent(result, returnTo) };
      });
      this.redirectBrowser(response, answer?.page ?? pageOfConsent(this.refused(consent, 'expired')));
    }

    /** What the consent opens of an account; undefined: the consent connects accounts. */
    private get opens(): ConsentOpens | undefined {
      return this.connectors.grant(app)?.opens;
    }

    private refused({ platforms: [platform] }: Consent, reason: ConsentRefusal): ConsentResult {
      return { kind: 'refused', platform, reason, ...(this.opens && { opens: this.opens }) };
    }

    private get redirectUri(): string {
      return callbackAddress(this.configuration.publicUrl, app);
    }

    private redirectBrowser(response: Response, path: string, status?: number): void {
      redirectTo(response, `${this.configuration.publicUrl}${path}`, status);
    }
  }
  return AuthorizeController;
}
