import { randomUUID } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Interval } from '@nestjs/schedule';
import { CauseContext } from '#infrastructure/cause-context.ts';
import { Configuration } from '#infrastructure/config/configuration.ts';
import { UploadAddressVault } from '../../vault/upload-addresses.ts';
import { AccountCleanup } from '../disconnect-account/account-cleanup.ts';
import { TemporaryMedia } from '../temporary-media/temporary-media.ts';
import { WaitingChoices } from '../authorize-account/waiting-choices.ts';
import { RenewTokens } from './renew-tokens.command.ts';

const EVERY_MS = 60_000;
const AT_ONCE = 20;

/** Only ticks; whose tokens are due is in their rows. Clears away what has run out on the same occasion. */
@Injectable()
export class TokenTick {
  readonly #logger = new Logger('accounts');

  constructor(
    private readonly configuration: Configuration,
    private readonly commands: CommandBus,
    private readonly causes: CauseContext,
    private readonly uploads: UploadAddressVault,
    private readonly media: TemporaryMedia,
    private readonly choices: WaitingChoices,
    private readonly cleanup: AccountCleanup,
  ) {}

  @Interval('integrations.renew-tokens', EVERY_MS)
  async tick(): Promise<void> {
    if (!this.configuration.roles.has('worker')) return;
    const id = randomUUID();
    const actor = { kind: 'system', id: 'renew-tokens' } as const;
    await this.causes.run({ actor, correlationId: id, causationId: id }, async () => {
      await this.#attempt('tokens not renewed', () => this.#renewAll());
      await this.#attempt('cut-off connections not swept', () => this.cleanup.ofUnfinished());
      await this.#attempt('upload addresses not swept', () => this.uploads.sweep());
      await this.#attempt('temporary media not swept', () => this.media.sweep());
      await this.#attempt('choices not swept', () => this.choices.sweep());
    });
  }

  /** Whoever was not renewed is not due again for a while, so this ends. */
  async #renewAll(): Promise<void> {
    while ((await this.commands.execute(new RenewTokens(AT_ONCE))) === AT_ONCE);
  }

  async #attempt(msg: string, step: () => Promise<unknown>): Promise<void> {
    try {
      await step();
    } catch (error) {
      this.#logger.warn({ msg, err: error });
    }
  }
}
