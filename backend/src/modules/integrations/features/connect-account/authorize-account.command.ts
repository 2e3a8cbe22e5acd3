import type { ConsentResult } from '@posthorn/contracts/integrations/consent';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { AppName } from '#infrastructure/config/app-names.ts';
import type { Callback, OAuthConnection } from '#connectors/contract/oauth-connection.ts';
import { PlatformIsMissing, Connectors } from '#connectors/connectors.ts';
import type { RemoteAccount } from '#connectors/contract/connector.ts';
import { AccountIntake } from './account-intake.ts';
import { finishConsent } from './finish-consent.ts';
import { WaitingChoices } from '../../stores/account-choices/waiting-choices.ts';

/**
 * Completes a consent. Connects its only account, or stores several accounts, from which their owner chooses.
 */
export class AuthorizeAccount extends Command<ConsentResult> {
  constructor(
    readonly userId: string,
    readonly sessionId: string,
    readonly app: AppName,
    readonly callback: Callback,
  ) {
    super();
  }
}

@CommandHandler(AuthorizeAccount)
export class AuthorizeAccountHandler implements ICommandHandler<AuthorizeAccount> {
  constructor(
    private readonly connectors: Connectors,
    private readonly intake: AccountIntake,
    private readonly waiting: WaitingChoices,
  ) {}

  /** @throws PlatformIsMissing; every other problem is a result */
  async execute({ userId, sessionId, app, callback }: AuthorizeAccount): Promise<ConsentResult> {
    const connection = this.connectors.connection(app);
    if (!connection) throw new PlatformIsMissing();
    const [platform] = connection.platforms;
    return finishConsent(platform, callback.query, async () => {
      const { accounts } = await connection.redeem(callback);
      return this.#takeIn({ userId, sessionId }, connection, accounts);
    });
  }

  async #takeIn(
    owner: Readonly<{ userId: string; sessionId: string }>,
    { name, platforms: [platform] }: OAuthConnection,
    accounts: readonly RemoteAccount[],
  ): Promise<ConsentResult> {
    const [only, ...others] = accounts;
    if (!only) return { kind: 'refused', platform, reason: 'no-account' };
    if (others.length > 0) {
      await this.waiting.keep(owner, name, accounts);
      return { kind: 'choose', platform };
    }
    const { renewed } = await this.intake.takeOrRenew(owner.userId, only);
    return { kind: 'connected', platform, already: renewed };
  }
}
