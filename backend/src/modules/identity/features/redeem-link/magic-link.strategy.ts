import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { PassportStrategy } from '@nestjs/passport';
import type { EdgeRequest } from '#infrastructure/http/session/edge-request.ts';
import { flowCookieOf } from '#infrastructure/http/session/host-cookies.ts';
import { ProofStrategy } from '../../stores/sessions/proof.strategy.ts';
import type { Entered } from '../../stores/sessions/sessions.ts';
import { LinkNotValid } from '../../domain/identity.errors.ts';
import { browserOf } from '../../stores/sessions/browser-of.ts';
import { RedeemLink } from './redeem-link.command.ts';

export const MAGIC_LINK = 'magic-link';

@Injectable()
export class MagicLinkStrategy extends PassportStrategy(ProofStrategy, MAGIC_LINK) {
  constructor(private readonly commands: CommandBus) {
    super();
  }

  /** Checks the type of `token`, because guards run before the validation of the body. */
  async validate(request: EdgeRequest): Promise<Entered> {
    const { token } = (request.body ?? {}) as { token?: unknown };
    const flow = flowCookieOf(request);
    if (typeof token !== 'string') throw new LinkNotValid();
    const proof = { token, flow };
    return this.commands.execute(new RedeemLink(proof, browserOf(request), request.requestId ?? ''));
  }
}
