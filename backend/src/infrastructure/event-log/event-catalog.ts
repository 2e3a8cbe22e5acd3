import type { Event, Stream } from '@posthorn/event-sourcing';
import type { EventShape } from '@posthorn/event-sourcing/event-shape';
import { Injectable } from '@nestjs/common';

/** Every event type of the product, and how to read its old schemas. The manifests of the modules list the streams. */
@Injectable()
export class EventCatalog {
  readonly #shapes = new Map<string, EventShape<Event>>();
  readonly #categories = new Set<string>();

  /** @throws Error when two streams declare one event type */
  add<State, E extends Event>(stream: Stream<State, E>): void {
    this.#categories.add(stream.category);
    for (const [type, shape] of Object.entries<EventShape<Event>>(stream.shapes)) {
      const declared = this.#shapes.get(type);
      if (declared && declared !== shape) throw new Error(`Event type ${type} is declared twice.`);
      this.#shapes.set(type, shape);
    }
  }

  /** Undefined for a type that this version of the product does not know. Readers skip and count such events. */
  shapeOf(type: string): EventShape<Event> | undefined {
    return this.#shapes.get(type);
  }

  /** The categories of all added streams. */
  categories(): string[] {
    return [...this.#categories].sort();
  }

  types(): string[] {
    return [...this.#shapes.keys()].sort();
  }
}
