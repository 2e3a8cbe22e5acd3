import type { AccountView } from '@posthorn/contracts/integrations/accounts.http';
import type { Platform } from '@posthorn/contracts/shared/platform';
import { Logger } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AlreadyConnected } from '../../domain/account.errors.ts';
import { PlatformIsMissing, Connectors } from '../../connectors/connectors.ts';
import type { Proof } from '../../connectors/contract/connector.ts';
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
    private readonly connectors: Connectors,
    private readonly intake: AccountIntake,
  ) {}

  /** @throws AlreadyConnected, AccountLimitReached, and what the connector says of the proof */
  async execute({ ownerId, platform, proof }: ConnectAccount): Promise<AccountView> {
    const connector = this.connectors.of(platform);
    if (!connector.connect) throw new PlatformIsMissing();
    const remote = await connector.connect(proof);
    if (!(await this.intake.isConnected(ownerId, remote))) return this.intake.take(ownerId, remote);
    // The session that was just opened is of no use; the one that is in use stays as it is.
    connector.disconnect(remote.credentials).catch((error: unknown) => {
      this.#logger.debug({ msg: 'superfluous session not closed', platform, err: error });
    });
    throw new AlreadyConnected();
  }
}
