import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { EdgeRequest } from '#infrastructure/http/session/edge-request.ts';
import { ProofStrategy } from '../../stores/sessions/proof.strategy.ts';
import { ProviderCallback, type ProviderCallbackResult } from './provider-callback.ts';

@Injectable()
export class GoogleStrategy extends PassportStrategy(ProofStrategy, 'google') {
  constructor(private readonly proof: ProviderCallback) {
    super();
  }

  validate(request: EdgeRequest): Promise<ProviderCallbackResult> {
    return this.proof.redeemOnce(request, 'google');
  }
}

@Injectable()
export class LinkedInStrategy extends PassportStrategy(ProofStrategy, 'linkedin') {
  constructor(private readonly proof: ProviderCallback) {
    super();
  }

  validate(request: EdgeRequest): Promise<ProviderCallbackResult> {
    return this.proof.redeemOnce(request, 'linkedin');
  }
}
