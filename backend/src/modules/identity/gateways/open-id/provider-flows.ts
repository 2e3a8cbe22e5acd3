import type { SignInProvider } from '@posthorn/contracts/identity/sign-in-providers.http';
import { Injectable } from '@nestjs/common';
import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import type { Response } from 'express';
import type { EdgeRequest } from '#infrastructure/http/session/edge-request.ts';
import { OAuthFlows, type FlowSecrets } from '#infrastructure/oauth-flows/oauth-flows.ts';
import { Sessions } from '../../stores/sessions/sessions.ts';
import { OpenIdProviders } from './open-id-providers.ts';
import { SignInRefused, type RefusalPage } from './sign-in-refused.ts';

/** `linkTo`: the user to whom the identity will be connected; null: the owner of the identity signs in. */
export type ProviderFlow = FlowSecrets & Readonly<{ linkTo: string | null }>;

const linkFlowOf = (provider: SignInProvider): string => `link-${provider}`;

/** Sends a browser to a sign-in provider, and accepts the callback once. */
@Injectable()
export class ProviderFlows {
  constructor(
    private readonly flows: OAuthFlows,
    private readonly providers: OpenIdProviders,
    private readonly sessions: Sessions,
  ) {}

  /** Returns the URL of the provider for a sign-in. @throws SignInRefused */
  async beginSignIn(request: EdgeRequest, response: Response, provider: SignInProvider): Promise<URL> {
    this.requireConfigured(provider, '/login');
    const flow = await this.flows.begin(request, response, { provider, sessionId: null });
    return this.providers.addressFor(provider, flow);
  }

  /** Returns the URL of the provider for a signed-in user who connects it. @throws SignInRefused */
  async beginLink(request: EdgeRequest, response: Response, provider: SignInProvider): Promise<URL> {
    const { signedIn } = request;
    if (!signedIn) throw new SignInRefused('signedOut');
    this.requireConfigured(provider, '/settings');
    const { sessionId } = signedIn;
    if (!(await this.sessions.isFresh(sessionId))) throw new SignInRefused('notFresh', '/settings');
    const flow = await this.flows.begin(request, response, { provider: linkFlowOf(provider), sessionId });
    return showFailureInSettings(this.providers.addressFor(provider, flow));
  }

  /**
   * Runs `work` once for the flow of this browser. For a minute, a repeated callback gets the same result.
   * @throws SignInRefused `expired`
   */
  async answerOnce<Answer extends JsonObject>(
    request: EdgeRequest,
    provider: SignInProvider,
    work: (flow: ProviderFlow) => Promise<Answer>,
  ): Promise<Answer> {
    const { state } = request.query;
    const { signedIn } = request;
    if (typeof state !== 'string' || request.method === 'HEAD') throw new SignInRefused('expired');
    const signIn = { provider, state, sessionId: null };
    const signInResult = await this.flows.answerOnce(request, signIn, (flow) =>
      work({ ...flow, linkTo: null }),
    );
    if (signInResult) return signInResult;
    if (!signedIn) throw new SignInRefused('expired');
    const { sessionId, userId } = signedIn;
    const link = { provider: linkFlowOf(provider), state, sessionId };
    const linkResult = await this.flows.answerOnce(request, link, (flow) =>
      work({ ...flow, linkTo: userId }),
    );
    if (!linkResult) throw new SignInRefused('expired');
    return linkResult;
  }

  private requireConfigured(provider: SignInProvider, shownAt: RefusalPage): void {
    if (!this.providers.configured.includes(provider)) throw new SignInRefused('notConfigured', shownAt);
  }
}

/** Makes the settings page show a failure, because the user started to connect a provider there. */
export async function showFailureInSettings<Value>(work: Promise<Value>): Promise<Value> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof SignInRefused)) throw error;
    throw new SignInRefused(error.problem, '/settings', { cause: error.cause });
  }
}
