import type { Event, Stream } from '@posthorn/event-sourcing';
import type { EventShape } from '@posthorn/event-sourcing/event-shape';
import { Injectable } from '@nestjs/common';

/** Every event type of the product: how to read its old shapes. The manifests of the modules name the streams. */
@Injectable()
export class EventCatalog {
  readonly #shapes = new Map<string, EventShape<Event>>();
  readonly #categories = new Set<string>();

  /** @throws Error when two streams claim one event type */
  add<State, E extends Event>(stream: Stream<State, E>): void {
    this.#categories.add(stream.category);
    for (const [type, shape] of Object.entries<EventShape<Event>>(stream.shapes)) {
      const known = this.#shapes.get(type);
      if (known && known !== shape) throw new Error(`Event type ${type} is declared twice.`);
      this.#shapes.set(type, shape);
    }
  }

  /** Undefined for a type that this version of the product does not know: skipped and counted by its readers. */
  shapeOf(type: string): EventShape<Event> | undefined {
    return this.#shapes.get(type);
  }

  /** Of the streams that were added. */
  categories(): string[] {
    return [...this.#categories].sort();
  }

  types(): string[] {
    return [...this.#shapes.keys()].sort();
  }
}
