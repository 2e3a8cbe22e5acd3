import type { SignInProvider } from '@posthorn/contracts/identity/sign-in-providers.http';
import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { PassportStrategy } from '@nestjs/passport';
import type { EdgeRequest } from '#infrastructure/http/edge-request.ts';
import type { ProvenIdentity } from '../../identity-book.ts';
import { browserOf } from '../../sessions/browser-of.ts';
import { ProofStrategy } from '../../sessions/proof.strategy.ts';
import type { Entered } from '../../sessions/sessions.ts';
import { SignInByProvider } from './sign-in-by-provider.command.ts';
import { OpenIdProviders } from './open-id-providers.ts';
import { ProviderFlows, toldAtSettings } from './provider-flows.ts';

/** What a browser that comes back from a provider has proved: who it is, or whom a signed-in user wants to connect. */
export type ProvedByProvider =
  | Readonly<{ kind: 'signed-in'; session: Entered }>
  | Readonly<{ kind: 'to-link'; userId: string; identity: ProvenIdentity }>;

/** Reads the callback of a provider. */
@Injectable()
export class ProviderProof {
  constructor(
    private readonly flows: ProviderFlows,
    private readonly providers: OpenIdProviders,
    private readonly commands: CommandBus,
  ) {}

  /** @throws SignInRefused */
  async of(request: EdgeRequest, provider: SignInProvider): Promise<ProvedByProvider> {
    const flow = await this.flows.take(request, provider);
    const redeemed = this.providers.redeem(provider, request.originalUrl, flow);
    if (flow.linkTo !== null) {
      return { kind: 'to-link', userId: flow.linkTo, identity: await toldAtSettings(redeemed) };
    }
    const signIn = new SignInByProvider(await redeemed, browserOf(request), request.requestId ?? '');
    return { kind: 'signed-in', session: await this.commands.execute(signIn) };
  }
}

@Injectable()
export class GoogleStrategy extends PassportStrategy(ProofStrategy, 'google') {
  constructor(private readonly proof: ProviderProof) {
    super();
  }

  validate(request: EdgeRequest): Promise<ProvedByProvider> {
    return this.proof.of(request, 'google');
  }
}

@Injectable()
export class LinkedInStrategy extends PassportStrategy(ProofStrategy, 'linkedin') {
  constructor(private readonly proof: ProviderProof) {
    super();
  }

  validate(request: EdgeRequest): Promise<ProvedByProvider> {
    return this.proof.of(request, 'linkedin');
  }
}
