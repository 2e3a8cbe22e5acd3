import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { StreamWriter } from '#infrastructure/event-log/stream-writer.ts';
import { accountStream, disconnect } from '../../domain/account/account.ts';
import { AccountCleanup } from '../../effects/leave-platforms/account-cleanup.ts';

export class DisconnectAccount extends Command<void> {
  constructor(
    readonly ownerId: string,
    readonly accountId: number,
  ) {
    super();
  }
}

@CommandHandler(DisconnectAccount)
export class DisconnectAccountHandler implements ICommandHandler<DisconnectAccount> {
  constructor(
    private readonly writer: StreamWriter,
    private readonly cleanup: AccountCleanup,
  ) {}

  /** @throws AccountIsMissing */
  async execute({ ownerId, accountId }: DisconnectAccount): Promise<void> {
    await this.writer.decide(accountStream, accountId, (account) => disconnect(account, ownerId));
    // This runs now, so that the request ends with everything deleted. If it is interrupted,
    // `forgetCredentials` repeats it.
    await this.cleanup.cleanUp(accountId);
  }
}
