import { Logger } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { isTransient } from '#infrastructure/is-transient.ts';
import { EventReader } from '#infrastructure/log/event-reader.ts';
import { StreamWriter } from '#infrastructure/log/stream-writer.ts';
import { accountStream, noteLimits } from '../../domain/account.ts';
import { Connectors } from '../../connectors/connectors.ts';
import { limitsToJson } from '../account-view.ts';
import { UsableAccounts } from '../publish/usable-accounts.ts';

/** Asks the server of an account for its limits. A server that fails is left alone until it is asked next. */
export class ReadLimits extends Command<void> {
  constructor(readonly accountId: number) {
    super();
  }
}

@CommandHandler(ReadLimits)
export class ReadLimitsHandler implements ICommandHandler<ReadLimits> {
  readonly #logger = new Logger('accounts');

  constructor(
    private readonly accounts: UsableAccounts,
    private readonly connectors: Connectors,
    private readonly reader: EventReader,
    private readonly writer: StreamWriter,
  ) {}

  async execute({ accountId }: ReadLimits): Promise<void> {
    const { state } = await this.reader.load(accountStream, accountId);
    if (state.status !== 'active') return;
    const { ownerId, platform } = state.connection;
    try {
      const connector = this.connectors.find(platform);
      if (!connector) return;
      // The account says so when its token turns out to be dead: nobody else may ask for days.
      const read = await this.accounts.withAccount({ accountId, ownerId, postId: 0 }, async (access) => ({
        kind: 'read' as const,
        // Where the server tells nothing, what we know of the platform may have become newer than the account.
        limits: (await connector.readLimits(access)) ?? connector.descriptor.limits,
      }));
      if (read.kind !== 'read') return;
      const { limits } = read;
      await this.writer.decide(accountStream, accountId, (account) =>
        noteLimits(account, limitsToJson(limits)),
      );
      // The stream of an account from before renewals had their own may be thousands of events long.
      await this.writer.summarize(accountStream, accountId);
    } catch (error) {
      if (isTransient(error)) throw error;
      this.#logger.warn({ msg: 'limits not read', accountId, err: error });
    }
  }
}
