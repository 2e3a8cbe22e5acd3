import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { Configuration } from '../config/configuration.ts';
import { KeyRing } from './key-ring.ts';
import { KeyRotation, type Rotated } from './key-rotation.ts';

/** Processes that were started before the new key came first go on writing under the old one for a while. */
const EVERY_MS = 10 * 60_000;

/** Workers move all secrets to the newest key at their start and now and then afterwards; nothing waits for it. */
@Injectable()
export class KeyRotationTick implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #logger = new Logger('vault');
  readonly #stop = new AbortController();
  #round: Promise<void> | null = null;
  #told = '';

  constructor(
    private readonly configuration: Configuration,
    private readonly ring: KeyRing,
    private readonly rotation: KeyRotation,
  ) {}

  onApplicationBootstrap(): void {
    this.tick();
  }

  async onModuleDestroy(): Promise<void> {
    this.#stop.abort();
    await this.#round;
  }

  @Interval('vault.key-rotation', EVERY_MS)
  tick(): void {
    if (!this.configuration.roles.has('worker') || this.#round || this.#stop.signal.aborted) return;
    this.#round = this.rotation
      .round(this.#stop.signal)
      .then(
        (rotated) => {
          this.#tell(rotated);
        },
        (error: unknown) => {
          this.#logger.warn({ msg: 'secrets keep their older key until the next round', err: error });
        },
      )
      .finally(() => {
        this.#round = null;
      });
  }

  /** The operator takes an older key away by these lines: they say what the database says, and each thing once. */
  #tell({ moved, unreadable, left }: Rotated): void {
    if (this.#stop.signal.aborted) return;
    const key = this.ring.currentKeyId;
    const news = JSON.stringify({ unreadable, left });
    if (moved === 0 && (news === this.#told || left.length === 0)) return;
    this.#told = news;
    if (left.length === 0) this.#logger.log({ msg: 'all secrets are under the newest key', key, moved });
    else this.#logger.warn({ msg: 'some secrets are under an older key', key, moved, unreadable, left });
  }
}
