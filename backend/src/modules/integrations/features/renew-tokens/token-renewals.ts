import { platforms, type Platform } from '@posthorn/contracts/shared/platform';
import { Configuration } from '#infrastructure/config/configuration.ts';
import { EffectEngine } from '#infrastructure/effects/effect-engine.ts';
import type { WorkLoop } from '#infrastructure/effects/work-loop.ts';
import { WorkerLoop } from '#infrastructure/effects/worker-loop.ts';
import type { Work } from '#infrastructure/effects/work-table.ts';
import { Injectable, Logger } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { RenewalRows, type RenewalKey } from './renewal-rows.ts';
import { RenewTokens } from './renew-tokens.command.ts';

type DueRenewal = Work<RenewalKey, Platform>;

/** Accounts of one platform that a process renews at a time; one owner's or one server's come to half of them. */
const SLOTS = 8;
/** There are days left. At the end of the process one call may still be answered: its tokens are the only ones by then. */
const TIMES = { tick: 60_000, renewLease: 20_000, firstRetry: 15 * 60_000, drain: 10_000 };

/** Renews tokens before they end: on leased work, so that a platform that hangs keeps nobody else waiting. */
@Injectable()
export class TokenRenewals extends WorkerLoop<RenewalKey, Platform> {
  protected override readonly loop: WorkLoop<RenewalKey, Platform>;

  constructor(
    configuration: Configuration,
    private readonly rows: RenewalRows,
    private readonly commands: CommandBus,
    engine: EffectEngine,
  ) {
    super(configuration);
    const work = {
      name: 'renewal',
      actor: 'renew-tokens',
      causeOf: ({ accountId }: DueRenewal) => `renewal:${String(accountId)}`,
      run: (row: DueRenewal) => this.#renew(row),
    };
    this.loop = engine.leasedWork(work, rows, {
      name: 'integrations.renewals',
      platforms,
      slots: SLOTS,
      times: TIMES,
      logger: new Logger('accounts'),
    });
  }

  async #renew(row: DueRenewal): Promise<void> {
    const wait = await this.commands.execute(new RenewTokens(row.accountId));
    // Fresh tokens have brought their own due time, which both of these leave as it is.
    if (wait === null) await this.rows.release(row, null);
    else await this.rows.putBack(row, wait);
  }
}
