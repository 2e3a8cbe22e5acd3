import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { EdgeRequest } from '#infrastructure/http/session/edge-request.ts';
import { ProofStrategy } from '../../stores/sessions/proof.strategy.ts';
import { ProviderProof, type ProvedByProvider } from './provider-proof.ts';

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
