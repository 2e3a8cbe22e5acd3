import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { networkOf } from '#infrastructure/http/edge/network-of.ts';
import { RateLimits } from '#infrastructure/http/edge/rate-limits.ts';
import { PersonalDigests } from '#infrastructure/vault/personal-digests.ts';
import { CodeNotValid } from '../../domain/identity.errors.ts';
import type { Browser, Entered } from '../../stores/sessions/sessions.ts';
import { SignInCodes } from '../../stores/sign-in-links/sign-in-codes.ts';
import {
  CODES_PER_ADDRESS,
  CODES_PER_KNOWN_BROWSER,
  CODES_PER_NETWORK,
} from '../../stores/sign-in-links/sign-in-limits.ts';
import { MailboxSignIn } from './mailbox-sign-in.ts';

/** A code that a person has entered. `email`: canonical. `knownAs`: see `KnownBrowsers`. */
export type TypedCode = Readonly<{ email: string; code: string; ip: string; knownAs: string | null }>;

/** Signs in with a mailed code, in any browser. A code works once. @throws CodeNotValid, RequestRefused 429 */
export class RedeemCode extends Command<Entered> {
  constructor(
    readonly typed: TypedCode,
    readonly browser: Browser,
    readonly requestId: string,
  ) {
    super();
  }
}

@CommandHandler(RedeemCode)
export class RedeemCodeHandler implements ICommandHandler<RedeemCode> {
  constructor(
    private readonly limits: RateLimits,
    private readonly digests: PersonalDigests,
    private readonly codes: SignInCodes,
    private readonly mailbox: MailboxSignIn,
  ) {}

  async execute({ typed, browser, requestId }: RedeemCode): Promise<Entered> {
    await this.takeFromLimits(typed);
    const found = await this.codes.attempt(typed.email, typed.code);
    const entered = found && (await this.mailbox.enter(found, browser, requestId));
    if (!entered) throw new CodeNotValid();
    return entered;
  }

  /**
   * Checks the limit of the network first, so that a request that this limit refuses does not count for the address.
   * @throws RequestRefused 429
   */
  private async takeFromLimits({ email, ip, knownAs }: TypedCode): Promise<void> {
    const address = (await this.digests.digestOf(email)).toString('hex');
    if (knownAs !== null) {
      await this.limits.take(CODES_PER_KNOWN_BROWSER, `${knownAs} ${address}`);
      return;
    }
    await this.limits.take(CODES_PER_NETWORK, networkOf(ip));
    await this.limits.take(CODES_PER_ADDRESS, address);
  }
}
