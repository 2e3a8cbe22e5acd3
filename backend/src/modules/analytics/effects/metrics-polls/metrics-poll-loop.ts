import { platforms, type Platform } from '@posthorn/contracts/shared/platform';
import { MINUTE_MS, SECOND_MS } from '@posthorn/contracts/shared/durations';
import { Injectable } from '@nestjs/common';
import { DatabaseClock } from '#infrastructure/database/database-clock.ts';
import { defineLeasedWork } from '#infrastructure/effects/define-leased-work.ts';
import { UsersBeingErased } from '#infrastructure/effects/users-being-erased.ts';
import type { Work } from '#infrastructure/effects/work-table.ts';
import { AccountMetricsPoll } from './account-poll.ts';
import { MeasuredAccounts } from '../../stores/metrics-polls/measured-accounts.ts';
import { AccountPollSettings } from './poll-settings.ts';

type DueAccount = Work<Readonly<{ accountId: number }>, Platform>;

/** Polls the figures of the published posts of one account. A poll may be repeated, so the loop polls again after a crash. */
@Injectable()
export class PollAccountMetrics {
  constructor(
    private readonly accounts: MeasuredAccounts,
    private readonly accountPoll: AccountMetricsPoll,
    private readonly settings: AccountPollSettings,
    private readonly usersBeingErased: UsersBeingErased,
    private readonly clock: DatabaseClock,
  ) {}

  /** @returns when the next poll is due; null: no poll is planned until something changes */
  async poll(row: DueAccount): Promise<string | null> {
    const [isBeingErased, settings] = await Promise.all([
      this.usersBeingErased.has(row.ownerId),
      this.settings.find(row),
    ]);
    // The product is erasing the owner, so it requests no more figures.
    if (isBeingErased) return null;
    if (!settings) {
      // A new connection of the account resumes the polls.
      await this.accounts.pause({ accountId: row.accountId, reason: 'reconnect', until: null });
      return null;
    }
    const next = await this.accountPoll.poll(row, settings);
    return next ?? (await this.#next(row.accountId));
  }

  async #next(accountId: number): Promise<string | null> {
    const dueAt = await this.accounts.nextDue(accountId);
    if (dueAt === null) return null;
    const now = (await this.clock.now()).toISOString();
    return dueAt < now ? now : dueAt;
  }
}

/** Polls the figures of published posts when they are due. */
export const MetricsPollLoop = defineLeasedWork({
  name: 'analytics-look',
  actor: 'look-at-figures',
  loop: 'analytics.looking',
  logger: 'analytics',
  needs: { polls: PollAccountMetrics },
  rows: {
    table: 'analytics.measured_account',
    columns: { accountId: 'bigint' },
    // A lease must last longer than one call.
    lease: MINUTE_MS,
    server: { join: '', sql: 'due.server' },
  },
  cause: ({ accountId }) => `measured-account:${String(accountId)}`,
  platforms,
  slots: 8,
  times: { tick: SECOND_MS, renewLease: 20 * SECOND_MS, firstRetry: MINUTE_MS, drain: 10 * SECOND_MS },
  run: async (row, { polls }) => {
    const dueAt = await polls.poll(row);
    return dueAt === null ? null : { dueAt };
  },
});
