import { randomUUID } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Interval } from '@nestjs/schedule';
import { CauseContext } from '#infrastructure/cause-context.ts';
import { Configuration } from '#infrastructure/config/configuration.ts';
import { ReadLimits } from './read-limits.command.ts';

const EVERY_MS = 10 * 60_000;

/** Only ticks; which accounts are due is in their rows. */
@Injectable()
export class LimitsTick {
  readonly #logger = new Logger('accounts');

  constructor(
    private readonly configuration: Configuration,
    private readonly commands: CommandBus,
    private readonly causes: CauseContext,
  ) {}

  @Interval('integrations.read-limits', EVERY_MS)
  async tick(): Promise<void> {
    if (!this.configuration.roles.has('worker')) return;
    const id = randomUUID();
    const actor = { kind: 'system', id: 'read-limits' } as const;
    try {
      await this.causes.run({ actor, correlationId: id, causationId: id }, () =>
        this.commands.execute(new ReadLimits()),
      );
    } catch (error) {
      this.#logger.warn({ msg: 'limits not read', err: error });
    }
  }
}
