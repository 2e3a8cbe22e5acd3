import { setTimeout as pause } from 'node:timers/promises';
import { EventStore, type Position } from '@posthorn/event-sourcing/event-store';
import { Injectable, Logger } from '@nestjs/common';
import { ReaderProgress } from './reader-progress.ts';

const ASK_MILLISECONDS = 100;
const TELL_MILLISECONDS = 10_000;

/**
 * A process reads the read models of its own version. It begins work when they have reached the end that the log had at the start. After an
 * update they may have to be built first; after a downgrade they catch up.
 */
@Injectable()
export class FirstCatchUp {
  readonly #logger = new Logger('readers');
  /** Undefined until it is known, null for an empty log. */
  #target: Position | null | undefined;
  #isReached = false;

  constructor(
    private readonly store: EventStore,
    private readonly progress: ReaderProgress,
  ) {}

  /** The read models that are still behind, one line each. Empty for good once all have caught up. */
  async missing(): Promise<readonly string[]> {
    if (this.#isReached) return [];
    this.#target ??= await this.store.head();
    const behind = this.#target === null ? [] : await this.progress.behind(this.#target);
    // A read model that stopped after it was complete must not block everything else.
    const missing = behind.filter(({ state, filled }) => !(filled && state.startsWith('stopped')));
    this.#isReached = missing.length === 0;
    return missing.map(({ name, version, state }) => {
      const line = `${name} v${String(version)}`;
      return state.startsWith('stopped') ? `${line} (${state})` : line;
    });
  }

  /**
   * Waits until nothing is missing, and logs what it waits for.
   * @throws the reason of `signal`
   */
  async wait(signal: AbortSignal): Promise<void> {
    let toldAt = Date.now();
    for (;;) {
      signal.throwIfAborted();
      const missing = await this.missing();
      if (missing.length === 0) return;
      if (Date.now() - toldAt >= TELL_MILLISECONDS) {
        toldAt = Date.now();
        this.#logger.log(`Waiting for the read models of this version: ${missing.join(', ')}`);
      }
      await pause(ASK_MILLISECONDS);
    }
  }
}
