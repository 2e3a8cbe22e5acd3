import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import { Configuration } from '#infrastructure/config/configuration.ts';
import { PollingLoop } from '#infrastructure/effects/polling-loop.ts';
import { KeyRing } from '#infrastructure/vault/key-ring.ts';
import { KeyRotation, type Rotated } from '#infrastructure/vault/key-rotation.ts';

/** Processes that were started before the new key came first go on writing under the old one for a while. */
const EVERY_MS = 10 * 60_000;

/**
 * Workers move all secrets to the newest key at their start and now and then afterwards; nothing waits for it. A polling
 * loop: each batch is one transaction that passes over rows in use, asks nobody outside, and may run in several processes.
 */
@Injectable()
export class KeyRotationTick implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #logger = new Logger('vault');
  readonly #loop: PollingLoop;
  #told = '';

  constructor(
    private readonly configuration: Configuration,
    private readonly ring: KeyRing,
    rotation: KeyRotation,
    scheduler: SchedulerRegistry,
  ) {
    const poll = async (stopping: AbortSignal) => {
      const rotated = await rotation.round(stopping);
      if (!stopping.aborted) this.#tell(rotated);
      return false;
    };
    this.#loop = new PollingLoop({ name: 'vault.key-rotation', scheduler, logger: this.#logger, poll });
  }

  onApplicationBootstrap(): void {
    if (!this.configuration.roles.has('worker')) return;
    this.#loop.start(EVERY_MS);
    this.#loop.tick();
  }

  onModuleDestroy(): Promise<void> {
    return this.#loop.stop();
  }

  /** The operator takes an older key away by these lines: they say what the database says, and each thing once. */
  #tell({ moved, unreadable, left }: Rotated): void {
    const key = this.ring.currentKeyId;
    const news = JSON.stringify({ unreadable, left });
    if (moved === 0 && (news === this.#told || left.length === 0)) return;
    this.#told = news;
    if (left.length === 0) this.#logger.log({ msg: 'all secrets are under the newest key', key, moved });
    else this.#logger.warn({ msg: 'some secrets are under an older key', key, moved, unreadable, left });
  }
}
