import type { SignInProvider } from '@posthorn/contracts/identity/sign-in-providers.http';
import { Injectable } from '@nestjs/common';
import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import type { Response } from 'express';
import type { EdgeRequest } from '#infrastructure/http/session/edge-request.ts';
import { OAuthFlows, type FlowSecrets } from '#infrastructure/oauth-flows/oauth-flows.ts';
import { Sessions } from '../../stores/sessions/sessions.ts';
import { OpenIdProviders } from './open-id-providers.ts';
import { SignInRefused, type RefusalPage } from './sign-in-refused.ts';

/** `linkTo`: the user to connect the identity to; null: the identity's owner signs in. */
export type ProviderFlow = FlowSecrets & Readonly<{ linkTo: string | null }>;

const linking = (provider: SignInProvider): string => `link-${provider}`;

/** Sends a browser to a sign-in provider and accepts its callback once. */
@Injectable()
export class ProviderFlows {
  constructor(
    private readonly flows: OAuthFlows,
    private readonly providers: OpenIdProviders,
    private readonly sessions: Sessions,
  ) {}

  /** Returns the provider's address for a sign-in. @throws SignInRefused */
  async beginSignIn(request: EdgeRequest, response: Response, provider: SignInProvider): Promise<URL> {
    this.requireConfigured(provider, '/login');
    const flow = await this.flows.begin(request, response, { provider, sessionId: null });
    return this.providers.addressFor(provider, flow);
  }

  /** Returns the provider's address for a signed-in user who connects it. @throws SignInRefused */
  async beginLink(request: EdgeRequest, response: Response, provider: SignInProvider): Promise<URL> {
    const { signedIn } = request;
    if (!signedIn) throw new SignInRefused('signedOut');
    this.requireConfigured(provider, '/settings');
    const { sessionId } = signedIn;
    if (!(await this.sessions.isFresh(sessionId))) throw new SignInRefused('notFresh', '/settings');
    const flow = await this.flows.begin(request, response, { provider: linking(provider), sessionId });
    return showFailureInSettings(this.providers.addressFor(provider, flow));
  }

  /**
   * Runs `work` for this browser's flow and uses the flow up. A repeated callback gets the same answer for a minute.
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
    const entered = await this.flows.answerOnce(request, signIn, (flow) => work({ ...flow, linkTo: null }));
    if (entered) return entered;
    if (!signedIn) throw new SignInRefused('expired');
    const { sessionId, userId } = signedIn;
    const link = { provider: linking(provider), state, sessionId };
    const linked = await this.flows.answerOnce(request, link, (flow) => work({ ...flow, linkTo: userId }));
    if (!linked) throw new SignInRefused('expired');
    return linked;
  }

  private requireConfigured(provider: SignInProvider, shownAt: RefusalPage): void {
    if (!this.providers.configured.includes(provider)) throw new SignInRefused('notConfigured', shownAt);
  }
}

/** Shows a failure in Settings, where the user started to connect a provider. */
export async function showFailureInSettings<Value>(work: Promise<Value>): Promise<Value> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof SignInRefused)) throw error;
    throw new SignInRefused(error.problem, '/settings', { cause: error.cause });
  }
}
