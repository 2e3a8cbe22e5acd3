import type { AccountView } from '@posthorn/contracts/integrations/accounts.http';
import type { Platform } from '@posthorn/contracts/shared/platform';
import { Logger } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AlreadyConnected } from '../../domain/account.errors.ts';
import { PlatformIsMissing, Providers } from '../../providers/providers.ts';
import type { Proof } from '../../providers/social-provider.ts';
import { AccountIntake } from './account-intake.ts';

/** Connects an account by what its owner typed. */
export class ConnectAccount extends Command<AccountView> {
  constructor(
    readonly ownerId: string,
    readonly platform: Platform,
    readonly proof: Proof,
  ) {
    super();
  }
}

@CommandHandler(ConnectAccount)
export class ConnectAccountHandler implements ICommandHandler<ConnectAccount> {
  readonly #logger = new Logger('accounts');

  constructor(
    private readonly providers: Providers,
    private readonly intake: AccountIntake,
  ) {}

  /** @throws AlreadyConnected, AccountLimitReached, and what the provider says of the proof */
  async execute({ ownerId, platform, proof }: ConnectAccount): Promise<AccountView> {
    const provider = this.providers.of(platform);
    if (!provider.connect) throw new PlatformIsMissing();
    const remote = await provider.connect(proof);
    if (!(await this.intake.isConnected(ownerId, remote))) return this.intake.take(ownerId, remote);
    // The session that was just opened is of no use; the one that is in use stays as it is.
    provider.disconnect(remote.credentials).catch((error: unknown) => {
      this.#logger.debug({ msg: 'superfluous session not closed', platform, err: error });
    });
    throw new AlreadyConnected();
  }
}
