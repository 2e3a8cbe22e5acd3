import { setTimeout as pause } from 'node:timers/promises';
import { EventStore, type Position } from '@posthorn/event-sourcing/event-store';
import { Injectable, Logger } from '@nestjs/common';
import { ReaderProgress } from './reader-progress.ts';

const ASK_MILLISECONDS = 100;
const TELL_MILLISECONDS = 10_000;

/**
 * The read models of this version are what a process reads and works by, so that it begins when they have come as far as
 * the log was when it started. After an update they may have to be made anew first; after going back they catch up.
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

  /** What is missing, one line each. Nothing any more once it was all there. */
  async missing(): Promise<readonly string[]> {
    if (this.#isReached) return [];
    this.#target ??= await this.store.head();
    const behind = this.#target === null ? [] : await this.progress.behind(this.#target);
    // One that stopped after it was complete would keep everything else from working for ever.
    const missing = behind.filter(({ state, filled }) => !(filled && state.startsWith('stopped')));
    this.#isReached = missing.length === 0;
    return missing.map(({ name, version, state }) => {
      const line = `${name} v${String(version)}`;
      return state.startsWith('stopped') ? `${line} (${state})` : line;
    });
  }

  /**
   * Until nothing is missing. Says what it waits for.
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
