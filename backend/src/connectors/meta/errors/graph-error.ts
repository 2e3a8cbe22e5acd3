import type { JsonValue } from '@posthorn/event-sourcing/event-store';
import type { ServerReply } from '#infrastructure/outgoing/outgoing-reply.ts';
import { PlatformError } from '../../kit/platform-error.ts';
import { at, objectOf, textOf } from '../../kit/json.ts';

/**
 * An error of Meta. Posthorn classifies it by `code` and `subcode`, never by its message. `code` is null if the response contains
 * none: the upload host has other errors. `platformMessage` is Meta's sentence for people, if there is one.
 */
export class GraphError extends PlatformError {
  readonly code: number | null;
  readonly subcode: number | null;
  /** Meta itself says that the same call may succeed later. */
  readonly transient: boolean;
  /** Further data of the error, such as the offsets of an upload. */
  readonly data: JsonValue | undefined;

  constructor(
    { status, headers }: Pick<ServerReply, 'status' | 'headers' | 'body'>,
    json: JsonValue | undefined,
  ) {
    const error = at(json, 'error');
    const upload = at(json, 'debug_info');
    const words =
      textOf(at(error, 'error_user_msg')) ?? textOf(at(error, 'message')) ?? textOf(at(upload, 'message'));
    const code = numberOf(at(error, 'code'));
    const subcode = numberOf(at(error, 'error_subcode'));
    const isFromPlatform = error !== undefined || upload !== undefined;
    super(status, words, headers, isFromPlatform, `(${String(code)}/${String(subcode)})`);
    // Meta's support asks for the trace id.
    this.message = `${this.message} ${textOf(at(error, 'fbtrace_id')) ?? ''}`;
    this.code = code;
    this.subcode = subcode;
    this.transient = at(error, 'is_transient') === true || at(upload, 'retriable') === true;
    this.data = dataIn(at(error, 'error_data'));
  }
}

const numberOf = (value: JsonValue | undefined): number | null => (typeof value === 'number' ? value : null);

/** Reads an object, or JSON in a text. */
function dataIn(value: JsonValue | undefined): JsonValue | undefined {
  if (objectOf(value)) return value;
  try {
    return JSON.parse(textOf(value) ?? '') as JsonValue;
  } catch {
    return undefined;
  }
}
