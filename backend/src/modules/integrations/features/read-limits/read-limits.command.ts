import { Logger } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Pool } from 'pg';
import { EventReader } from '#infrastructure/log/event-reader.ts';
import { StreamWriter } from '#infrastructure/log/stream-writer.ts';
import { accountStream, noteLimits } from '../../domain/account.ts';
import { Connectors } from '../../connectors/connectors.ts';
import { limitsToJson } from '../account-view.ts';
import { UsableAccounts } from '../publish/usable-accounts.ts';

/** Asks the servers of accounts that were not asked for a day; `most` at a time. Answers how many were due. */
export class ReadLimits extends Command<number> {
  constructor(readonly most = 20) {
    super();
  }
}

@CommandHandler(ReadLimits)
export class ReadLimitsHandler implements ICommandHandler<ReadLimits> {
  readonly #logger = new Logger('accounts');

  constructor(
    private readonly pool: Pool,
    private readonly accounts: UsableAccounts,
    private readonly connectors: Connectors,
    private readonly reader: EventReader,
    private readonly writer: StreamWriter,
  ) {}

  async execute({ most }: ReadLimits): Promise<number> {
    // Moved on before anybody is asked: a server that fails today is asked again tomorrow, not in a loop.
    const { rows } = await this.pool.query<{ account_id: string }>(
      `update integrations.account_key set limits_due = now() + interval '24 hours' where account_id in (
         select account_id from integrations.account_key where held_since is not null and limits_due <= now()
         order by limits_due limit $1 for update skip locked) returning account_id`,
      [most],
    );
    for (const { account_id } of rows) await this.#read(Number(account_id));
    return rows.length;
  }

  async #read(accountId: number): Promise<void> {
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
        limits: (await connector.readLimits(access)) ?? connector.facts.limits,
      }));
      if (read.kind !== 'read') return;
      const { limits } = read;
      await this.writer.decide(accountStream, accountId, (account) =>
        noteLimits(account, limitsToJson(limits)),
      );
      // The stream of an account from before renewals had their own may be thousands of events long.
      await this.writer.summarize(accountStream, accountId);
    } catch (error) {
      this.#logger.warn({ msg: 'limits not read', accountId, err: error });
    }
  }
}
