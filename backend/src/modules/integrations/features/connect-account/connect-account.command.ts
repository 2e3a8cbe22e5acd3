import type { Platform } from '@posthorn/contracts/shared/platform';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { PlatformIsMissing, Connectors } from '#connectors/connectors.ts';
import type { Proof } from '#connectors/contract/connector.ts';
import { AccountIntake, type IntakeResult } from './account-intake.ts';

/**
 * Connects an account with credentials that its owner entered, or renews the credentials of a connected
 * account.
 */
export class ConnectAccount extends Command<IntakeResult> {
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
  constructor(
    private readonly connectors: Connectors,
    private readonly intake: AccountIntake,
  ) {}

  /** @throws PlatformIsMissing, AccountLimitReached, and the connector's errors about the proof */
  async execute({ ownerId, platform, proof }: ConnectAccount): Promise<IntakeResult> {
    const connector = this.connectors.connectorOf(platform);
    if (!connector.connect) throw new PlatformIsMissing();
    return this.intake.takeOrRenew(ownerId, await connector.connect(proof));
  }
}
