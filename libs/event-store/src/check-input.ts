import {
  NotStorableError,
  RetryableError,
  TooLargeError,
  type NewEvent,
} from '@posthorn/event-sourcing/event-store';

/** The oldest servers accept 1 MiB in one append, including framing. */
export const APPEND_MAX_BYTES = 900_000;
/** The stream with the id of the log. It belongs to no module, and reads of the whole log never return its events. */
export const IDENTITY_STREAM = 'log-identity';

const DEPTH_MAX = 200;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
// In Unicode mode a whole pair is one character, so only lone surrogates match.
const LONE_SURROGATE = /\p{Surrogate}/u;
const NUL = String.fromCharCode(0);

/** An event to send: its JSON is created once, before anything is sent. */
export type EncodedEvent = Readonly<{ id: string; type: string; data: string; meta: string }>;

/**
 * Refuses input that no log can store. It runs before any I/O, so that every store refuses the same input.
 * @throws NotStorableError, TooLargeError, RetryableError when the signal was already aborted
 */
export function checkInput(
  stream: string,
  events: readonly NewEvent[],
  signal?: AbortSignal,
): readonly EncodedEvent[] {
  if (signal?.aborted) throw new RetryableError('Aborted before it was sent', { cause: signal.reason });
  checkName('stream name', stream);
  if (stream === IDENTITY_STREAM) throw new NotStorableError(`The stream ${stream} is reserved`);
  if (events.length === 0) throw new NotStorableError('An append holds at least one event');
  if (new Set(events.map(({ id }) => id)).size < events.length) {
    throw new NotStorableError('Two events of one append have the same id');
  }
  const encoded = events.map(encode);
  const bytes = appendBytes(encoded);
  if (bytes > APPEND_MAX_BYTES) {
    throw new TooLargeError(`An append of ${String(bytes)} bytes is over ${String(APPEND_MAX_BYTES)}`);
  }
  return encoded;
}

/** The bytes that count towards `APPEND_MAX_BYTES`. */
export function appendBytes(events: readonly EncodedEvent[]): number {
  return events.reduce(
    (sum, { type, data, meta }) =>
      sum + Buffer.byteLength(data) + Buffer.byteLength(meta) + 2 * Buffer.byteLength(type),
    0,
  );
}

function encode({ id, type, data, meta }: NewEvent): EncodedEvent {
  if (!UUID.test(id)) throw new NotStorableError('An event id is a UUID in lower case');
  checkName('event type', type);
  checkValue(data, []);
  checkValue(meta, []);
  return { id, type, data: JSON.stringify(data), meta: JSON.stringify(meta) };
}

function checkName(what: string, name: string): void {
  if (name === '') throw new NotStorableError(`The ${what} is empty`);
  if (name.startsWith('$')) throw new NotStorableError(`A ${what} must not start with $`);
  checkText(name);
}

function checkText(text: string): void {
  if (text.includes(NUL)) throw new NotStorableError('The character U+0000 cannot be stored');
  if (LONE_SURROGATE.test(text)) throw new NotStorableError('Half a surrogate pair cannot be stored');
}

// JSON leaves out undefined fields. Every other value must be read back unchanged.
function checkValue(value: unknown, above: readonly object[]): void {
  switch (typeof value) {
    case 'string':
      checkText(value);
      return;
    case 'boolean':
    case 'undefined':
      return;
    case 'number':
      if (!Number.isFinite(value)) throw new NotStorableError('JSON has no infinity and no NaN');
      return;
    case 'bigint':
    case 'symbol':
    case 'function':
      throw new NotStorableError(`JSON cannot carry a ${typeof value}`);
    case 'object':
      if (value !== null) checkObject(value, above);
  }
}

function checkObject(value: object, above: readonly object[]): void {
  if (above.includes(value)) throw new NotStorableError('JSON cannot carry a value that holds itself');
  if (above.length >= DEPTH_MAX) throw new NotStorableError('The value is nested too deeply');
  const inside = [...above, value];
  if (Array.isArray(value)) {
    for (const item of value) {
      if (item === undefined) throw new NotStorableError('JSON cannot carry an undefined list item');
      checkValue(item, inside);
    }
    return;
  }
  if (!isPlain(value)) throw new NotStorableError(`JSON cannot carry a ${value.constructor.name}`);
  for (const [key, item] of Object.entries(value)) {
    checkText(key);
    checkValue(item, inside);
  }
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  // Not compared with Object.prototype: a plain object of another realm, as in a spec, is plain too.
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
