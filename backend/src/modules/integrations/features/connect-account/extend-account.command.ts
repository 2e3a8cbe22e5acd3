import type { ConsentResult } from '@posthorn/contracts/integrations/consent';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { AppName } from '#infrastructure/config/app-names.ts';
import { DatabaseClock } from '#infrastructure/database/database-clock.ts';
import { StreamWriter } from '#infrastructure/event-log/stream-writer.ts';
import { Connectors, PlatformIsMissing } from '#connectors/connectors.ts';
import type { AccountGrant, Callback } from '#connectors/contract/oauth-connection.ts';
import { AccountIsMissing, GrantOfAnotherAccount } from '../../domain/integrations.errors.ts';
import { accountStream, noteGrant } from '../../domain/account/account.ts';
import { Credentials } from '../../stores/credentials/credentials.ts';
import { AccountRoster } from '../../read-models/accounts/account-roster.ts';
import { AccountSession } from '../../gateways/connectors/publish/account-session.ts';
import { finishConsent } from './finish-consent.ts';

/**
 * Completes a consent that opens more of one connected account. Merges the new credentials into those of the
 * account.
 */
export class ExtendAccount extends Command<ConsentResult> {
  constructor(
    readonly userId: string,
    readonly accountId: number,
    readonly app: AppName,
    readonly callback: Callback,
  ) {
    super();
  }
}

@CommandHandler(ExtendAccount)
export class ExtendAccountHandler implements ICommandHandler<ExtendAccount> {
  constructor(
    private readonly connectors: Connectors,
    private readonly accounts: AccountSession,
    private readonly credentials: Credentials,
    private readonly roster: AccountRoster,
    private readonly writer: StreamWriter,
    private readonly clock: DatabaseClock,
  ) {}

  /** @throws PlatformIsMissing; every other problem is a result */
  async execute({ userId, accountId, app, callback }: ExtendAccount): Promise<ConsentResult> {
    const grant = this.connectors.grant(app);
    if (!grant) throw new PlatformIsMissing();
    const [platform] = grant.platforms;
    const { opens } = grant;
    const result = await finishConsent(platform, callback.query, async () => {
      await this.#extend({ accountId, ownerId: userId }, grant, callback);
      return { kind: 'granted', platform, opens };
    });
    return result.kind === 'refused' ? { ...result, opens } : result;
  }

  /**
   * Checks the owner before it stores anything. Does not revoke credentials of a wrong account, because
   * another account may use them.
   * @throws AccountIsMissing, GrantOfAnotherAccount, and what `redeem` throws
   */
  async #extend(
    account: Readonly<{ accountId: number; ownerId: string }>,
    grant: AccountGrant,
    callback: Callback,
  ): Promise<void> {
    const { accountId, ownerId } = account;
    const state = await this.accounts.stateOf(account);
    if (!state || state.status === 'new') throw new AccountIsMissing();
    if (!grant.platforms.includes(state.connection.platform)) throw new AccountIsMissing();
    const granted = await grant.redeem(callback);
    if (!(await grant.isBy(granted, this.accounts.access(account, state)))) throw new GrantOfAnotherAccount();
    // The order matters. If the credentials were stored first and this call failed, no later try would store
    // `knownAs`.
    await this.roster.rememberKnownAs(accountId, granted.knownAs);
    await this.credentials.withCredentials(accountId, (current) =>
      Promise.resolve({ ...current, ...granted.credentials }),
    );
    const renewedAt = (await this.clock.now()).toISOString();
    const { opens } = grant;
    await this.writer.decide(accountStream, accountId, (current) =>
      noteGrant(current, ownerId, { opens, renewedAt }),
    );
  }
}
