import { platforms } from '@posthorn/contracts/shared/platform';
import { defineLeasedWork } from '#infrastructure/effects/define-leased-work.ts';
import { CommandBus } from '@nestjs/cqrs';
import { ACCOUNT_SERVER } from '../list-accounts/account-list.projection.ts';
import { ReadLimits } from './read-limits.command.ts';

const DAY_MS = 24 * 3_600_000;

/** Reads the limits of each connected account once a day. On leased work, because it asks the servers of many people. */
export const LimitsReadings = defineLeasedWork({
  name: 'limits',
  actor: 'read-limits',
  loop: 'integrations.limits',
  logger: 'accounts',
  needs: { commands: CommandBus },
  rows: {
    table: 'integrations.limits_reading',
    columns: { accountId: 'bigint' },
    lease: 60_000,
    server: ACCOUNT_SERVER,
    onlyTicks: true,
  },
  platforms,
  // Nobody waits for it, and platforms count each question.
  slots: 4,
  // A fault of our own is met again tomorrow, as a server's is.
  times: { tick: 10 * 60_000, renewLease: 20_000, firstRetry: DAY_MS, drain: 10_000 },
  run: async ({ accountId }, { commands }) => {
    await commands.execute(new ReadLimits(accountId));
    return DAY_MS;
  },
});
