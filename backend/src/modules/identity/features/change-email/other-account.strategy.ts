import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { PassportStrategy } from '@nestjs/passport';
import type { EdgeRequest } from '#infrastructure/http/session/edge-request.ts';
import { OtherAccountLinkNotValid } from '../../domain/identity.errors.ts';
import { browserOf } from '../../stores/sessions/browser-of.ts';
import { ProofStrategy } from '../../stores/sessions/proof.strategy.ts';
import type { Entered } from '../../stores/sessions/sessions.ts';
import { OpenOtherAccount } from './open-other-account.command.ts';

export const OTHER_ACCOUNT = 'other-account';

@Injectable()
export class OtherAccountStrategy extends PassportStrategy(ProofStrategy, OTHER_ACCOUNT) {
  constructor(private readonly commands: CommandBus) {
    super();
  }

  /** Checks the type of `token`, because guards run before the validation of the body. */
  async validate(request: EdgeRequest): Promise<Entered> {
    const { token } = (request.body ?? {}) as { token?: unknown };
    if (typeof token !== 'string') throw new OtherAccountLinkNotValid();
    return this.commands.execute(new OpenOtherAccount(token, browserOf(request)));
  }
}
