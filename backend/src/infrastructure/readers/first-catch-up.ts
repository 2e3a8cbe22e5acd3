import { setTimeout as pause } from 'node:timers/promises';
import { EventStore, type Position } from '@posthorn/event-sourcing/event-store';
import { Injectable, Logger } from '@nestjs/common';
import { isTransient } from '#infrastructure/event-log/is-transient.ts';
import { ReaderProgress } from './reader-progress.ts';

const CHECK_EVERY_MILLISECONDS = 100;
const LOG_EVERY_MILLISECONDS = 10_000;

/**
 * A process reads the read models of its own version. It begins work when these have reached the position that the log’s end had at the start. After an
 * update, readers may first have to build the read models. After a downgrade, the read models must catch up.
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

  /** Returns the read models that are still behind, one line each. After all have caught up once, the list stays empty. */
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
   * Waits until nothing is missing, and logs what it waits for. The wait may take long, so it continues after an outage.
   * @throws the reason of `signal`, and errors other than an outage of the log or the database
   */
  async wait(signal: AbortSignal): Promise<void> {
    let loggedAt = performance.now();
    for (;;) {
      signal.throwIfAborted();
      const missing = await this.missing().catch(unavailable);
      if (missing.length === 0) return;
      if (performance.now() - loggedAt >= LOG_EVERY_MILLISECONDS) {
        loggedAt = performance.now();
        this.#logger.log(
          `This process serves requests when these read models are complete: ${missing.join(', ')}`,
        );
      }
      await pause(CHECK_EVERY_MILLISECONDS);
    }
  }
}

/** @throws any other error than an outage */
function unavailable(error: unknown): readonly string[] {
  if (!isTransient(error)) throw error;
  return ['unknown, because the event log or the database does not answer'];
}
