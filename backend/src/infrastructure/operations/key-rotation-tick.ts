import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import { Configuration } from '#infrastructure/config/configuration.ts';
import { PollingLoop } from '#infrastructure/effects/polling-loop.ts';
import { KeyRing } from '#infrastructure/vault/key-ring.ts';
import { KeyRotation, type Rotated } from '#infrastructure/vault/key-rotation.ts';

/** The rotation repeats, because processes that started before the new key keep writing with the old key for a while. */
const EVERY_MS = 10 * 60_000;

/**
 * Workers re-encrypt all secrets with the newest key at the start and at intervals; no other work waits for that. A polling loop: each batch
 * is one transaction that skips locked rows, makes no external calls, and may run in several processes.
 */
@Injectable()
export class KeyRotationTick implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #logger = new Logger('vault');
  readonly #loop: PollingLoop;
  #reported = '';

  constructor(
    private readonly configuration: Configuration,
    private readonly ring: KeyRing,
    rotation: KeyRotation,
    scheduler: SchedulerRegistry,
  ) {
    const poll = async (stopping: AbortSignal) => {
      const rotated = await rotation.round(stopping);
      if (!stopping.aborted) this.#report(rotated);
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

  /** The operator removes an older key when these log lines say that no secret needs it. Each state is reported once. */
  #report({ moved, unreadable, left }: Rotated): void {
    const keyId = this.ring.currentKeyId;
    const state = JSON.stringify({ unreadable, left });
    if (moved === 0 && (state === this.#reported || left.length === 0)) return;
    this.#reported = state;
    if (left.length === 0)
      this.#logger.log({ msg: 'All secrets are encrypted with the newest key', keyId, moved });
    else
      this.#logger.warn({
        msg: 'Some secrets are encrypted with an older key; keep it in ENCRYPTION_KEYS',
        keyId,
        moved,
        unreadable,
        left,
      });
  }
}
