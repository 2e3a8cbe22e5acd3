import type { ConsentResult } from '@posthorn/contracts/integrations/consent';
import type { Platform } from '@posthorn/contracts/shared/platform';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Callback } from '#connectors/contract/oauth-connection.ts';
import { Connectors } from '#connectors/connectors.ts';
import { AccountIntake } from './account-intake.ts';
import { finishConsent } from './finish-consent.ts';

/**
 * Completes a consent at a server that the user chose. Connects one account. `about`: the server and our app
 * there.
 */
export class AuthorizeAtServer extends Command<ConsentResult> {
  constructor(
    readonly userId: string,
    readonly platform: Platform,
    readonly about: string,
    readonly callback: Callback,
  ) {
    super();
  }
}

@CommandHandler(AuthorizeAtServer)
export class AuthorizeAtServerHandler implements ICommandHandler<AuthorizeAtServer> {
  constructor(
    private readonly connectors: Connectors,
    private readonly intake: AccountIntake,
  ) {}

  /** @throws PlatformIsMissing; every other problem is a result */
  async execute({ userId, platform, about, callback }: AuthorizeAtServer): Promise<ConsentResult> {
    const consent = this.connectors.serverConsent(platform);
    return finishConsent(platform, callback.query, async () => {
      const [account] = (await consent.redeem(about, callback)).accounts;
      if (!account) return { kind: 'refused', platform, reason: 'no-account' };
      const { renewed } = await this.intake.takeOrRenew(userId, account);
      return { kind: 'connected', platform, already: renewed };
    });
  }
}
