import type { EventStore, Position, StoredEvent } from '@posthorn/event-sourcing/event-store';
import type { CauseContext } from '../cause-context.ts';
import type { EventCodec } from '../log/event-codec.ts';
import type { Build, Checkpoints } from '../projections/checkpoints.ts';
import type { Reading } from '../projections/reader.ts';
import type { Process } from './process.ts';

export type ProcessGround = Readonly<{
  codec: EventCodec;
  checkpoints: Checkpoints;
  causes: CauseContext;
  store: EventStore;
}>;

/** At least once: the checkpoint moves after what has been handled, once a batch and before an event that fails. */
export class ProcessReading implements Reading {
  readonly kind = 'process';
  readonly name: string;
  readonly lock: string;
  readonly categories: readonly string[];
  readonly #build: Build & { active: true };

  constructor(
    private readonly process: Process,
    private readonly ground: ProcessGround,
  ) {
    this.name = process.name;
    this.lock = process.name;
    this.categories = process.categories;
    this.#build = { name: process.name, version: 0, build: 0, active: true };
  }

  async resume(): Promise<Position | null> {
    const known = (await this.ground.checkpoints.of(this.name))[0];
    if (known) return known.position;
    const position = this.process.from === 'now' ? await this.ground.store.head() : null;
    await this.ground.checkpoints.add({ ...this.#build, position });
    return (await this.ground.checkpoints.of(this.name))[0]?.position ?? null;
  }

  async apply(events: readonly StoredEvent[], from: Position | null, to: Position): Promise<void> {
    let reached = from;
    try {
      for (const event of await this.ground.codec.decodeAll(events)) {
        const cause = {
          actor: { kind: 'system', id: this.name },
          correlationId: event.meta.correlationId,
          causationId: event.id,
        } as const;
        await this.ground.causes.run(cause, () => this.process.handle(event));
        reached = event.position;
      }
    } catch (error) {
      if (reached !== null && reached !== from)
        await this.ground.checkpoints.move(this.#build, from, reached);
      throw error;
    }
    await this.ground.checkpoints.move(this.#build, from, to);
  }

  caughtUp(): Promise<void> {
    return Promise.resolve();
  }

  note(state: string): Promise<void> {
    return this.ground.checkpoints.note(this.#build, state);
  }
}
