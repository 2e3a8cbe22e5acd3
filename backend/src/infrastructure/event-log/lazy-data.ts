import type { JsonObject, JsonValue } from '@posthorn/event-sourcing/event-store';
import { isLocked, type LockedField } from './personal-field.ts';

const SOURCE = Symbol('source');
type Source = Readonly<{
  stored: JsonObject;
  opened: Record<string, JsonValue>;
  open: (field: string, value: LockedField) => JsonValue;
}>;
type Lazy = Record<string, unknown> & { [SOURCE]?: Source };

/** One descriptor for each field name. With separate getters for each event, the engine would need a hidden class for each. */
const descriptors = new Map<string, PropertyDescriptor>();

/**
 * The data of an event. Encrypted fields are decrypted when they are first read, because most readers need few. The fields are enumerable,
 * so `{ ...data }` and `JSON.stringify` include them.
 * @param open decrypts a field; its error is thrown when that field is read
 */
export function lazyData(stored: JsonObject, open: Source['open']): Readonly<Record<string, unknown>> {
  const data: Lazy = {};
  let isSourceKept = false;
  for (const field of Object.keys(stored)) {
    const value = stored[field];
    if (!isLocked(value)) {
      data[field] = value;
      continue;
    }
    if (!isSourceKept) Object.defineProperty(data, SOURCE, { value: { stored, opened: {}, open } });
    isSourceKept = true;
    Object.defineProperty(data, field, descriptorOf(field));
  }
  return data;
}

function descriptorOf(field: string): PropertyDescriptor {
  const cached = descriptors.get(field);
  if (cached) return cached;
  const descriptor: PropertyDescriptor = {
    enumerable: true,
    configurable: true,
    get(this: Lazy) {
      const source = this[SOURCE];
      const value = source?.stored[field];
      if (!source || !isLocked(value)) return value;
      return (source.opened[field] ??= source.open(field, value));
    },
  };
  descriptors.set(field, descriptor);
  return descriptor;
}
