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
/** The maximum length of a field, well above the length of any address. */
const LENGTH_MAX = 320;

@Injectable()
export class MailedCodeStrategy extends PassportStrategy(ProofStrategy, MAILED_CODE) {
  constructor(
    private readonly commands: CommandBus,
    private readonly browsers: KnownBrowsers,
  ) {
    super();
  }

  /** Checks the types of both fields, because guards run before the validation of the body. Removes spaces that people type in the code. */
  async validate(request: EdgeRequest): Promise<Entered> {
    const { email: enteredEmail, code } = (request.body ?? {}) as { email?: unknown; code?: unknown };
    if (typeof enteredEmail !== 'string' || typeof code !== 'string') throw new CodeNotValid();
    const email = enteredEmail.length > LENGTH_MAX ? null : canonicalAddress(enteredEmail);
    if (email === null) throw new CodeNotValid();
    const entry = {
      email,
      code: code.slice(0, LENGTH_MAX).replaceAll(/\s/gu, ''),
      ip: request.ip ?? '',
      knownAs: await this.browsers.idFor(request, email),
    };
    return this.commands.execute(new RedeemCode(entry, browserOf(request), request.requestId ?? ''));
  }
}
