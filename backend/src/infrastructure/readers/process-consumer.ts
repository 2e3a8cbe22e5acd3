import type { EventStore, Position, StoredEvent } from '@posthorn/event-sourcing/event-store';
import type { CauseContext } from '#infrastructure/event-log/cause-context.ts';
import type { EventCodec } from '#infrastructure/event-log/event-codec.ts';
import type { Build, Checkpoints } from './checkpoints.ts';
import type { ReaderPositions } from './reader-positions.ts';
import type { EventConsumer } from './event-consumer.ts';
import type { Process } from './process.ts';

export type ProcessParts = Readonly<{
  codec: EventCodec;
  checkpoints: Checkpoints;
  causes: CauseContext;
  store: EventStore;
  positions: ReaderPositions;
}>;

/**
 * Handles each event at least once: the checkpoint moves some time after the handled events, and before an event that fails. After a
 * kill, up to a second of events is handled again.
 */
export class ProcessConsumer implements EventConsumer {
  readonly kind = 'process';
  readonly name: string;
  readonly lock: string;
  readonly categories: readonly string[];
  readonly types: readonly string[];
  readonly #build: Build & { active: true };

  constructor(
    private readonly process: Process,
    private readonly parts: ProcessParts,
  ) {
    this.name = process.name;
    this.lock = process.name;
    this.categories = process.categories;
    this.types = process.types;
    this.#build = { name: process.name, version: 0, build: 0, active: true };
  }

  async resume(): Promise<Position | null> {
    const checkpoint = (await this.parts.checkpoints.checkpointsOf(this.name))[0];
    if (checkpoint) return checkpoint.position;
    const position = this.process.from === 'now' ? await this.parts.store.head() : null;
    await this.parts.checkpoints.add({ ...this.#build, position });
    return (await this.parts.checkpoints.checkpointsOf(this.name))[0]?.position ?? null;
  }

  async apply(events: readonly StoredEvent[], from: Position | null, to: Position): Promise<boolean> {
    let reached: Position | null = null;
    try {
      const decoded = await this.parts.codec.decodeLazily(events);
      const logged = (await this.process.concerned?.(decoded)) ?? decoded;
      for (const group of this.process.handleAll ? [logged] : logged.map((event) => [event])) {
        const last = group.at(-1);
        if (!last) continue;
        const cause = {
          actor: { kind: 'system', id: this.name },
          correlationId: last.meta.correlationId,
          causationId: last.id,
        } as const;
        const handle = () => this.process.handleAll?.(group) ?? this.process.handle(last);
        await this.parts.causes.run(cause, handle);
        reached = last.position;
      }
    } catch (error) {
      if (reached !== null) await this.write(from, reached);
      throw error;
    }
    this.passed(to);
    return false;
  }

  passed(to: Position): void {
    this.parts.positions.moved(this.name, to);
  }

  write(from: Position | null, to: Position): Promise<void> {
    return this.parts.checkpoints.moveTogether(this.#build, from, to);
  }

  caughtUp(): Promise<void> {
    return Promise.resolve();
  }

  async note(state: string): Promise<void> {
    await this.parts.checkpoints.note(this.#build, state);
    if (state !== 'running') this.parts.positions.forget(this.name);
  }
}
