import type { SignInProblem, SignInProvider } from '@posthorn/contracts/identity/sign-in-providers.http';
import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { CauseContext } from '#infrastructure/event-log/cause-context.ts';
import type { EdgeRequest } from '#infrastructure/http/session/edge-request.ts';
import { queryOf } from '#infrastructure/http/edge/query-of.ts';
import { nextPageOf } from '../../stores/sessions/next-page.ts';
import { Sessions } from '../../stores/sessions/sessions.ts';
import { OwnSignIns } from './own-sign-ins.ts';
import { browserOf } from '../../stores/sessions/browser-of.ts';
import { SignInByProvider } from './sign-in-by-provider.command.ts';
import { OpenIdProviders } from '../../gateways/open-id/open-id-providers.ts';
import {
  ProviderFlows,
  showFailureInSettings,
  type ProviderFlow,
} from '../../gateways/open-id/provider-flows.ts';
import { SignInRefused, type RefusalPage } from '../../gateways/open-id/sign-in-refused.ts';

/** The outcome of a callback: the browser is signed in, or the signed-in user has connected the provider. */
export type ProviderCallbackResult =
  | Readonly<{ kind: 'signed-in'; token: string; email: string | null; page: string }>
  | Readonly<{ kind: 'linked' }>;
type CallbackAnswer =
  | ProviderCallbackResult
  | Readonly<{ kind: 'refused'; problem: SignInProblem; shownAt: RefusalPage }>;

/** Handles the callback of a provider. */
@Injectable()
export class ProviderCallback {
  constructor(
    private readonly flows: ProviderFlows,
    private readonly providers: OpenIdProviders,
    private readonly commands: CommandBus,
    private readonly signIns: OwnSignIns,
    private readonly sessions: Sessions,
    private readonly causes: CauseContext,
  ) {}

  /**
   * Handles a callback. A repeated callback gets the same session, so the browser is signed in whichever response it uses.
   * @throws SignInRefused
   */
  async redeemOnce(request: EdgeRequest, provider: SignInProvider): Promise<ProviderCallbackResult> {
    const failures: unknown[] = [];
    const answer = await this.flows.answerOnce<CallbackAnswer>(request, provider, async (flow) => {
      try {
        return await this.redeem(request, provider, flow);
      } catch (error) {
        failures.push(error);
        return refusalOf(error, request);
      }
    });
    // Throws the original error with its cause, for the log.
    if (failures.length > 0) throw failures[0];
    if (answer.kind === 'refused') throw new SignInRefused(answer.problem, answer.shownAt);
    // If the session has ended in the meantime, its token must not replace a newer session of the browser.
    if (answer.kind === 'signed-in' && !(await this.sessions.find(answer.token)))
      throw new SignInRefused('expired');
    return answer;
  }

  private async redeem(
    request: EdgeRequest,
    provider: SignInProvider,
    flow: ProviderFlow,
  ): Promise<ProviderCallbackResult> {
    const redeemed = this.providers.redeem(provider, queryOf(request), flow);
    const { requestId = '' } = request;
    const { linkTo } = flow;
    if (linkTo !== null) {
      const identity = await showFailureInSettings(redeemed);
      // This code runs in a guard, before the interceptor that opens the CauseContext of the request.
      const actor = { kind: 'user', id: linkTo } as const;
      const cause = { actor, correlationId: requestId, causationId: requestId };
      const sessionId = request.signedIn?.sessionId ?? '';
      await this.causes.run(cause, () => this.signIns.link(linkTo, sessionId, identity));
      return { kind: 'linked' };
    }
    const signIn = new SignInByProvider(await redeemed, browserOf(request), requestId);
    const { token, email } = await this.commands.execute(signIn);
    return { kind: 'signed-in', token, email, page: nextPageOf(request) };
  }
}

function refusalOf(error: unknown, { signedIn }: EdgeRequest): CallbackAnswer {
  if (error instanceof SignInRefused)
    return { kind: 'refused', problem: error.problem, shownAt: error.shownAt };
  return { kind: 'refused', problem: 'failed', shownAt: signedIn ? '/settings' : '/login' };
}
