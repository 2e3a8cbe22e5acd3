import type { SignInProvider } from '@posthorn/contracts/identity/sign-in-providers.http';
import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import type { EdgeRequest } from '#infrastructure/http/edge-request.ts';
import { OAuthFlows, type FlowSecrets } from '#infrastructure/oauth-flows/oauth-flows.ts';
import { Sessions } from '../../sessions/sessions.ts';
import { OpenIdProviders } from './open-id-providers.ts';
import { SignInRefused, type ToldAt } from './sign-in-refused.ts';

/** `linkTo`: whom the identity is connected to; null: whoever has it signs in. */
export type ProviderFlow = FlowSecrets & Readonly<{ linkTo: string | null }>;

const linking = (provider: SignInProvider): string => `link-${provider}`;

/** The way of a browser to a sign-in provider, and back once. */
@Injectable()
export class ProviderFlows {
  constructor(
    private readonly flows: OAuthFlows,
    private readonly providers: OpenIdProviders,
    private readonly sessions: Sessions,
  ) {}

  /** The provider's address for somebody who wants to sign in. @throws SignInRefused */
  async beginSignIn(request: EdgeRequest, response: Response, provider: SignInProvider): Promise<URL> {
    this.requireConfigured(provider, '/login');
    const flow = await this.flows.begin(request, response, { provider, sessionId: null });
    return this.providers.addressFor(provider, flow);
  }

  /** The provider's address for somebody who is signed in and wants to connect it. @throws SignInRefused */
  async beginLink(request: EdgeRequest, response: Response, provider: SignInProvider): Promise<URL> {
    const { signedIn } = request;
    if (!signedIn) throw new SignInRefused('signedOut');
    this.requireConfigured(provider, '/settings');
    const { sessionId } = signedIn;
    if (!(await this.sessions.isFresh(sessionId))) throw new SignInRefused('notFresh', '/settings');
    const flow = await this.flows.begin(request, response, { provider: linking(provider), sessionId });
    return toldAtSettings(this.providers.addressFor(provider, flow));
  }

  /** What this browser had under way, now used up. @throws SignInRefused `expired` */
  async take(request: EdgeRequest, provider: SignInProvider): Promise<ProviderFlow> {
    const { state } = request.query;
    const { signedIn } = request;
    if (typeof state !== 'string') throw new SignInRefused('expired');
    const signIn = await this.flows.take(request, { provider, state, sessionId: null });
    if (signIn) return { ...signIn, linkTo: null };
    if (!signedIn) throw new SignInRefused('expired');
    const { sessionId, userId } = signedIn;
    const link = await this.flows.take(request, { provider: linking(provider), state, sessionId });
    if (!link) throw new SignInRefused('expired');
    return { ...link, linkTo: userId };
  }

  private requireConfigured(provider: SignInProvider, toldAt: ToldAt): void {
    if (!this.providers.configured.includes(provider)) throw new SignInRefused('notConfigured', toldAt);
  }
}

/** Who wanted to connect a provider is at Settings, and reads there why it did not work. */
export async function toldAtSettings<Value>(work: Promise<Value>): Promise<Value> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof SignInRefused)) throw error;
    throw new SignInRefused(error.problem, '/settings', { cause: error.cause });
  }
}
