import { platforms } from '@posthorn/contracts/shared/platform';
import { DAY_MS } from '@posthorn/contracts/shared/durations';
import { defineLeasedWork } from '#infrastructure/effects/define-leased-work.ts';
import { isTransient } from '#infrastructure/event-log/is-transient.ts';
import { EventReader } from '#infrastructure/event-log/event-reader.ts';
import { StreamWriter } from '#infrastructure/event-log/stream-writer.ts';
import { Injectable, Logger } from '@nestjs/common';
import { accountStream, noteLimits } from '../../domain/account/account.ts';
import { Connectors } from '#connectors/connectors.ts';
import { limitsToJson } from '../../read-models/accounts/account-view.ts';
import { ACCOUNT_SERVER } from '../../read-models/accounts/account-list.projection.ts';
import { AccountSession } from '../../gateways/connectors/publish/account-session.ts';

/**
 * Reads an account's limits from its server. After a failure, the next attempt is the reading of the next
 * day.
 */
@Injectable()
export class ReadLimits {
  readonly #logger = new Logger('accounts');

  constructor(
    private readonly accounts: AccountSession,
    private readonly connectors: Connectors,
    private readonly reader: EventReader,
    private readonly writer: StreamWriter,
  ) {}

  async readLimits(accountId: number): Promise<void> {
    const { state } = await this.reader.load(accountStream, accountId);
    if (state.status !== 'active') return;
    const { ownerId, platform } = state.connection;
    try {
      const connector = this.connectors.find(platform);
      if (!connector) return;
      // `withAccount` marks the account if its token is invalid. This call may be the only one for days.
      const outcome = await this.accounts.withAccount({ accountId, ownerId, postId: 0 }, async (access) => ({
        kind: 'read' as const,
        // If the server reports no limits, the limits of our connector apply. They may be newer than those
        // stored with the account.
        limits: (await connector.readLimits(access)) ?? connector.descriptor.limits,
      }));
      if (outcome.kind !== 'read') return;
      const { limits } = outcome;
      await this.writer.decide(accountStream, accountId, (account) =>
        noteLimits(account, limitsToJson(limits)),
      );
      // In old accounts, the stream also contains all renewals, thousands of events. A summary keeps loading
      // fast.
      await this.writer.summarize(accountStream, accountId);
    } catch (error) {
      if (isTransient(error)) throw error;
      this.#logger.warn({
        msg: 'The limits of an account could not be read; the last known ones apply',
        accountId,
        err: error,
      });
    }
  }
}

/** Reads the limits of each connected account once a day. It is leased work, because it calls many servers. */
export const LimitsReadings = defineLeasedWork({
  name: 'limits',
  actor: 'read-limits',
  loop: 'integrations.limits',
  logger: 'accounts',
  needs: { read: ReadLimits },
  rows: {
    table: 'integrations.limits_reading',
    columns: { accountId: 'bigint' },
    lease: 60_000,
    server: ACCOUNT_SERVER,
    onlyTicks: true,
  },
  platforms,
  // Few slots, because no user waits for a reading, and platforms limit the number of calls.
  slots: 4,
  // After an error in our own code, too, the next attempt is tomorrow.
  times: { tick: 10 * 60_000, renewLease: 20_000, firstRetry: DAY_MS, drain: 10_000 },
  run: async ({ accountId }, { read }) => {
    await read.readLimits(accountId);
    return DAY_MS;
  },
});
