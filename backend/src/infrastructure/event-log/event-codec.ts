import type { KeyObject } from 'node:crypto';
import type { Event } from '@posthorn/event-sourcing';
import type { EventShape, Mark } from '@posthorn/event-sourcing/event-shape';
import type { JsonObject, JsonValue, StoredEvent } from '@posthorn/event-sourcing/event-store';
import { Injectable } from '@nestjs/common';
import { EventCatalog } from './event-catalog.ts';
import { lazyData } from './lazy-data.ts';
import type { LoggedEvent } from './logged-event.ts';
import {
  isLocked,
  kindOf,
  lockField,
  openField,
  subjectIndexOf,
  type LockedField,
} from './personal-field.ts';
import { PersonalKeys } from './personal-keys.ts';

/** Data in its stored form, and the persons whose keys encrypt it. */
export type Encoded = Readonly<{ data: JsonObject; subjects: readonly string[] }>;
type Shape = EventShape<Event>;
type Keys = ReadonlyMap<string, KeyObject>;
type Open = (stored: StoredEvent, keys: Keys) => Readonly<Record<string, unknown>>;

/** Converts between the product's events and stored ones: encrypts personal fields and upgrades old schemas. */
@Injectable()
export class EventCodec {
  readonly #skipped = new Map<string, number>();

  constructor(
    private readonly catalog: EventCatalog,
    private readonly keys: PersonalKeys,
  ) {}

  /** @throws Error for a type that no stream declares, or another schema than the declared one */
  async encode(stream: string, event: Event): Promise<Encoded> {
    const shape = this.catalog.shapeOf(event.type);
    if (!shape)
      throw new Error(`Event type ${event.type} is not in the catalog: add its stream in the module class.`);
    if (shape.schema !== event.schema) {
      throw new Error(`${event.type} is at schema ${String(shape.schema)}, not ${String(event.schema)}.`);
    }
    const marks: Readonly<Record<string, Mark<unknown> | undefined>> = shape.fields;
    const subjects: string[] = [];
    const data: Record<string, JsonValue> = {};
    // By convention event data is JSON, although the type of `Event` does not say so.
    const fields = event.data as Readonly<Record<string, JsonValue | undefined>>;
    for (const [field, value] of Object.entries(fields)) {
      if (value === undefined) continue;
      if (isLocked(value)) throw new Error(`Field ${field} of ${event.type} looks like an encrypted one.`);
      const mark = marks[field];
      const kind = mark?.kind === 'personal' ? kindOf(value) : undefined;
      if (mark?.kind !== 'personal' || !kind) {
        data[field] = value;
        continue;
      }
      const subject = mark.subject(event.data);
      if (!subjects.includes(subject)) subjects.push(subject);
      const key = await this.keys.forWriting(subject);
      data[field] = lockField(
        value,
        kind,
        key,
        subjects.indexOf(subject),
        encryptionContextOf(stream, event.type, field),
      );
    }
    return { data, subjects };
  }

  /** Undefined for a type that this version does not know. */
  async decode(stored: StoredEvent): Promise<LoggedEvent | undefined> {
    return (await this.decodeAll([stored]))[0];
  }

  /** Decrypts events in the same order, without those of unknown types. Reads the keys of all events together. */
  decodeAll(events: readonly StoredEvent[]): Promise<LoggedEvent[]> {
    return this.#decodeAll(events, openData);
  }

  /**
   * Like `decodeAll`, but decrypts a personal field when it is first read. A field that cannot be decrypted throws at that moment,
   * and an unread field costs nothing. For readers that need few fields of many events.
   */
  decodeLazily(events: readonly StoredEvent[]): Promise<LoggedEvent[]> {
    return this.#decodeAll(events, (stored, keys) =>
      lazyData(stored.data, (field, value) => openLocked(stored, field, value, keys)),
    );
  }

  async #decodeAll(events: readonly StoredEvent[], open: Open): Promise<LoggedEvent[]> {
    const knownEvents = events.filter(({ type }) => this.isKnown(type));
    if (knownEvents.length < events.length) this.countUnknown(events);
    const keys = await this.keys.forReading(knownEvents.flatMap(({ meta }) => meta.subjects ?? []));
    return knownEvents.map((stored) =>
      toLogged(stored, this.catalog.shapeOf(stored.type), open(stored, keys)),
    );
  }

  /** How many events of each unknown type were skipped. */
  get skipped(): ReadonlyMap<string, number> {
    return this.#skipped;
  }

  /** Counts the events of unknown types. For readers that receive only the types that they list. */
  countUnknown(events: readonly Pick<StoredEvent, 'type'>[]): void {
    for (const { type } of events) {
      if (!this.isKnown(type)) this.#skipped.set(type, (this.#skipped.get(type) ?? 0) + 1);
    }
  }

  private isKnown(type: string): boolean {
    return this.catalog.shapeOf(type) !== undefined;
  }
}

function toLogged(
  stored: StoredEvent,
  shape: Shape | undefined,
  opened: Readonly<Record<string, unknown>>,
): LoggedEvent {
  const { id, stream, type, revision, position, meta } = stored;
  const dashAt = stream.indexOf('-');
  const category = dashAt < 0 ? stream : stream.slice(0, dashAt);
  const streamId = dashAt < 0 ? '' : stream.slice(dashAt + 1);
  const { schema, data } = upcast(shape, meta.schema, opened);
  return { type, schema, data, id, stream, category, streamId, revision, position, meta };
}

function openData(stored: StoredEvent, keys: Keys): Readonly<Record<string, JsonValue>> {
  const data: Record<string, JsonValue> = {};
  for (const [field, value] of Object.entries(stored.data))
    data[field] = isLocked(value) ? openLocked(stored, field, value, keys) : value;
  return data;
}

function openLocked(
  { stream, type, meta }: StoredEvent,
  field: string,
  value: LockedField,
  keys: Keys,
): JsonValue {
  const subject = meta.subjects?.[subjectIndexOf(value)];
  return openField(
    value,
    subject === undefined ? undefined : keys.get(subject),
    encryptionContextOf(stream, type, field),
  );
}

/** Brings data to the newest schema of this release. Leaves data of a later schema unchanged: each schema only adds fields. */
function upcast(shape: Shape | undefined, from: number, data: Readonly<Record<string, unknown>>) {
  const to = shape?.schema ?? from;
  let upgraded = data;
  for (let schema = from; schema < to; schema++) upgraded = shape?.upcasts?.[schema]?.(upgraded) ?? upgraded;
  return { schema: to, data: upgraded };
}

/** The additional authenticated data of an encrypted field: a value that is copied to another stream, type or field cannot be decrypted. */
export const encryptionContextOf = (stream: string, type: string, field: string): string =>
  `${stream}|${type}|${field}`;
