import type { JsonObject, JsonValue } from '@posthorn/event-sourcing/event-store';
import { isLocked, type LockedField } from './personal-field.ts';

const SOURCE = Symbol('source');
type Source = Readonly<{
  stored: JsonObject;
  opened: Record<string, JsonValue>;
  open: (field: string, value: LockedField) => JsonValue;
}>;
type Lazy = Record<string, unknown> & { [SOURCE]?: Source };

/** One for each field name: data with getters of its own each would get a shape of its own each in the engine. */
const descriptors = new Map<string, PropertyDescriptor>();

/**
 * The data of an event whose locked fields are opened when somebody reads them for the first time: most readers need few.
 * They are fields like any others, for `{ ...data }` and `JSON.stringify` too.
 * @param open throws what reading the field then throws
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
  const known = descriptors.get(field);
  if (known) return known;
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
