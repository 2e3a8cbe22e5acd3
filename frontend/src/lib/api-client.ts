import type { ErrorCode } from '@posthorn/contracts/shared/error-codes';
import {
  pathOf,
  POSITION_HEADER,
  STALE_HEADER,
  type Call,
  type ErrorReply,
} from '@posthorn/contracts/shared/call';
import { sayReply } from './error-sentences.ts';

/** A failed request. `reply`: the error of the server; null: the response came from a proxy, or there was no network. `screenMessage`: the
 * sentence of the product for this error. `screenFields`: its sentences by field.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly reply: ErrorReply | null;
  constructor(
    readonly status: number,
    body: string,
    readonly screenMessage: string | null = null,
    readonly screenFields: Readonly<Record<string, string>> | null = null,
  ) {
    super(`${String(status)}: ${body}`);
    this.reply = errorReply(body);
  }
}

const SIGNED_OUT: ErrorCode = 'identity.signed-out';

/** Returns the error for an unsuccessful response, with the sentence of the product. */
export async function apiErrorOf(status: number, body: string): Promise<ApiError> {
  const reply = errorReply(body);
  // Each signed-out visit begins with this error. It does not need a sentence, because it leads to the sign-in page.
  const needsMessage = reply !== null && reply.code !== SIGNED_OUT;
  if (!needsMessage) return new ApiError(status, body);
  const { message, fields } = await sayReply(reply);
  return new ApiError(status, body, message, fields);
}

/** Returns why the server refused, else the fallback. */
export const messageOf = (error: unknown, fallback: string): string =>
  (error instanceof ApiError && (error.screenMessage ?? error.reply?.message)) || fallback;

/** Returns the error code of the contracts, if the error has one. */
export const codeOf = (error: unknown): ErrorCode | undefined =>
  error instanceof ApiError ? (error.reply?.code as ErrorCode | undefined) : undefined;

/** Returns the messages by field, which a form shows at its fields. */
export const fieldsOf = (error: unknown): Readonly<Record<string, string>> =>
  (error instanceof ApiError && (error.screenFields ?? error.reply?.fields)) || {};

type Options = Readonly<{
  params?: Readonly<Record<string, string | number>>;
  query?: Readonly<Record<string, string>>;
  headers?: Readonly<Record<string, string>>;
  signal?: AbortSignal;
}>;

export async function send<Request, Reply>(
  call: Call<Request, Reply>,
  request: Request,
  options: Options = {},
): Promise<Reply> {
  return (await exchange(call, request, options)).reply;
}

/** Like `send`, but also returns a response header; null: the response has no such header. */
export async function sendForHeader<Request, Reply>(
  call: Call<Request, Reply>,
  request: Request,
  header: string,
  options: Options = {},
): Promise<Readonly<{ reply: Reply; header: string | null }>> {
  const { reply, headers } = await exchange(call, request, options);
  return { reply, header: headers.get(header) };
}

async function exchange<Request, Reply>(
  call: Call<Request, Reply>,
  request: Request,
  { params = {}, query, headers, signal }: Options,
): Promise<Readonly<{ reply: Reply; headers: Headers }>> {
  const path = pathOf(call, params) + (query ? `?${new URLSearchParams(query).toString()}` : '');
  const sendRequest = async () => {
    const response = await fetch(path, {
      method: call.method,
      credentials: 'include',
      headers: {
        ...positionHeader(),
        ...headers,
        ...(request !== undefined && { 'content-type': 'application/json' }),
      },
      ...(signal && { signal }),
      // Delete and Undo show their result immediately, so the request must survive when the user closes the page.
      ...(call.method !== 'GET' && request === undefined && { keepalive: true }),
      ...(request !== undefined && { body: JSON.stringify(request) }),
    });
    return { response, text: await response.text() };
  };
  const { response, text } = (await takeEarlyResponse(call.method, path)) ?? (await sendRequest());
  notePosition((name) => response.headers.get(name));
  if (!response.ok) throw await apiErrorOf(response.status, text || response.statusText);
  if (response.headers.get(STALE_HEADER) === 'stale')
    staleListeners.forEach((listener) => {
      listener(call.path);
    });
  // The body is cast without a check: the controller on the server returns the same contract type.
  const reply = (text === '' ? undefined : JSON.parse(text)) as Reply;
  return { reply, headers: response.headers };
}

type RawResponse = Readonly<{ response: Response; text: string }>;

declare global {
  /** The requests that the page sent before the app loaded (`frontend/pages.ts`), by path. Null: the request failed. */
  var askedAhead: Record<string, Promise<RawResponse | null>> | undefined;
}

/** Returns the response to an early request of the page, but only once. After a change, returns none, because they may be outdated. */
function takeEarlyResponse(method: string, path: string): Promise<RawResponse | null> | undefined {
  const responses = globalThis.askedAhead ?? {};
  const { [path]: response, ...others } = responses;
  globalThis.askedAhead = method === 'GET' ? others : undefined;
  return method === 'GET' ? response : undefined;
}

let lastPosition: string | null = null;

/** The header with the last known log position. With it, a read waits for the earlier writes of this browser. */
export const positionHeader = (): Record<string, string> =>
  lastPosition === null ? {} : { [POSITION_HEADER]: lastPosition };

/** Stores the newest position. Ignores older positions, because responses can arrive out of order. */
export function notePosition(header: (name: string) => string | null): void {
  const position = header(POSITION_HEADER);
  if (position !== null && (lastPosition === null || isLater(position, lastPosition)))
    lastPosition = position;
}

/** Compares positions. Positions of one log have the same length and sort as texts. Another length means another log. */
const isLater = (a: string, b: string): boolean => a.length !== b.length || a > b;

const staleListeners = new Set<(path: string) => void>();

/** Calls the listener with the path of a read whose data was outdated and should reload. */
export function onStaleRead(listener: (path: string) => void): () => void {
  staleListeners.add(listener);
  return () => staleListeners.delete(listener);
}

function errorReply(body: string): ErrorReply | null {
  try {
    const value: unknown = JSON.parse(body);
    return isErrorReply(value) ? value : null;
  } catch {
    return null;
  }
}

const isErrorReply = (value: unknown): value is ErrorReply =>
  typeof value === 'object' &&
  value !== null &&
  'message' in value &&
  typeof value.message === 'string' &&
  'code' in value &&
  typeof value.code === 'string';
