import type { ErrorWording } from './error-sentences.ts';
import type { FieldCodes } from './field-sentences.ts';

/** One HTTP call as both sides know it. The type arguments belong to the path, so neither side can combine them wrongly. */
export type Call<Request, Reply> = Readonly<{
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  /** `request` and `reply` are absent at run time. Only their types matter. */
  request?: Request;
  reply?: Reply;
}>;

/** The body of every error, for programs. `message` is for the user, `fields` has one message for each refused field. */
export type PlainErrorReply = Readonly<{
  message: string;
  code: string;
  fields?: Readonly<Record<string, string>>;
  requestId: string;
}>;
/** The body for a screen, which has its own sentences for errors. */
export type ErrorReply = PlainErrorReply &
  ErrorWording &
  Readonly<{
    /** The same for each sentence in `fields` that has a code. */
    fieldCodes?: FieldCodes;
  }>;

/**
 * Header of the response to a change: the event-log position of the change. The client sends the position with its next reads. These reads
 * wait until the read models have caught up, at most 500 ms. `STALE_HEADER: stale` marks a response from older data.
 */
export const POSITION_HEADER = 'x-log-position';
export const STALE_HEADER = 'x-read-model';

/** Fills `:name` segments of a call's path. */
export const pathOf = (
  call: Call<unknown, unknown>,
  params: Readonly<Record<string, string | number>>,
): string =>
  Object.entries(params).reduce(
    (path, [name, value]) => path.replace(`:${name}`, encodeURIComponent(String(value))),
    call.path,
  );
