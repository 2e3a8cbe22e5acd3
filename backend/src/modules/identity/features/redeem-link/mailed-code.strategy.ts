import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { PassportStrategy } from '@nestjs/passport';
import { canonicalAddress } from '#infrastructure/config/mail-address.ts';
import type { EdgeRequest } from '#infrastructure/http/session/edge-request.ts';
import { CodeNotValid } from '../../domain/identity.errors.ts';
import { browserOf } from '../../stores/sessions/browser-of.ts';
import { KnownBrowsers } from '../../stores/sessions/known-browsers.ts';
import { ProofStrategy } from '../../stores/sessions/proof.strategy.ts';
import type { Entered } from '../../stores/sessions/sessions.ts';
import { RedeemCode } from './redeem-code.command.ts';

export const MAILED_CODE = 'mailed-code';
/** Far over the length of any address; longer texts are not even looked at. */
const LONGEST = 320;

@Injectable()
export class MailedCodeStrategy extends PassportStrategy(ProofStrategy, MAILED_CODE) {
  constructor(
    private readonly commands: CommandBus,
    private readonly browsers: KnownBrowsers,
  ) {
    super();
  }

  /** Guards run before the body is validated: both fields may be any value. People may type spaces between the digits. */
  async validate(request: EdgeRequest): Promise<Entered> {
    const { email: written, code } = (request.body ?? {}) as { email?: unknown; code?: unknown };
    if (typeof written !== 'string' || typeof code !== 'string') throw new CodeNotValid();
    const email = written.length > LONGEST ? null : canonicalAddress(written);
    if (email === null) throw new CodeNotValid();
    const typed = {
      email,
      code: code.slice(0, LONGEST).replaceAll(/\s/gu, ''),
      ip: request.ip ?? '',
      knownAs: await this.browsers.idFor(request, email),
    };
    return this.commands.execute(new RedeemCode(typed, browserOf(request), request.requestId ?? ''));
  }
}
