import type { ErrorCode } from '@posthorn/contracts/shared/error-codes';
import {
  pathOf,
  POSITION_HEADER,
  STALE_HEADER,
  type Call,
  type ErrorReply,
} from '@posthorn/contracts/shared/call';
import { sayRefusal } from './error-sentences.ts';

/**
 * A refusal by the server. `reply` is null when the answer was not the server's (a proxy, no network). `said`: the screen's own sentence for
 * it.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly reply: ErrorReply | null;
  constructor(
    readonly status: number,
    body: string,
    readonly said: string | null = null,
  ) {
    super(`${String(status)}: ${body}`);
    this.reply = errorReply(body);
  }
}

const SIGNED_OUT: ErrorCode = 'identity.signed-out';

/** The error for an answer that is no success, in the words of the screen. */
export async function apiErrorOf(status: number, body: string): Promise<ApiError> {
  const reply = errorReply(body);
  // Every signed-out visit begins with this answer, which leads to the sign-in page and shows no sentence.
  const isSaid = reply !== null && reply.code !== SIGNED_OUT;
  return new ApiError(status, body, isSaid ? await sayRefusal(reply) : null);
}

/** Why the server refused, or the fallback. */
export const messageOf = (error: unknown, fallback: string): string =>
  (error instanceof ApiError && (error.said ?? error.reply?.message)) || fallback;

/** The error code of the contracts. The server of this page uses the same table. */
export const codeOf = (error: unknown): ErrorCode | undefined =>
  error instanceof ApiError ? (error.reply?.code as ErrorCode | undefined) : undefined;

/** Messages by field, which a form shows at its fields. */
export const fieldsOf = (error: unknown): Readonly<Record<string, string>> =>
  (error instanceof ApiError && error.reply?.fields) || {};

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

/** Like `send`, for a call that also answers in a header; null without that header. */
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
  const ask = async () => {
    const response = await fetch(path, {
      method: call.method,
      credentials: 'include',
      headers: {
        ...positionHeader(),
        ...headers,
        ...(request !== undefined && { 'content-type': 'application/json' }),
      },
      ...(signal && { signal }),
      // Delete and Undo show their result at once, so the request must survive when the user closes the page.
      ...(call.method !== 'GET' && request === undefined && { keepalive: true }),
      ...(request !== undefined && { body: JSON.stringify(request) }),
    });
    return { response, text: await response.text() };
  };
  const { response, text } = (await askedAhead(call.method, path)) ?? (await ask());
  notePosition((name) => response.headers.get(name));
  if (!response.ok) throw await apiErrorOf(response.status, text || response.statusText);
  if (response.headers.get(STALE_HEADER) === 'stale')
    staleListeners.forEach((tell) => {
      tell(call.path);
    });
  // The only unchecked cast of an answer: the server's controller returns the same contract type.
  const reply = (text === '' ? undefined : JSON.parse(text)) as Reply;
  return { reply, headers: response.headers };
}

type Answer = Readonly<{ response: Response; text: string }>;

declare global {
  /** Requests that the page sent before the app was loaded (`frontend/pages.ts`), by path. Null: the request failed. */
  var askedAhead: Record<string, Promise<Answer | null>> | undefined;
}

/** Returns each early answer once, and none after a change, because it would be out of date. */
function askedAhead(method: string, path: string): Promise<Answer | null> | undefined {
  const answers = globalThis.askedAhead ?? {};
  const { [path]: answer, ...others } = answers;
  globalThis.askedAhead = method === 'GET' ? others : undefined;
  return method === 'GET' ? answer : undefined;
}

let lastPosition: string | null = null;

/** Sent with each request, so that the next read waits for this browser's own writes. */
export const positionHeader = (): Record<string, string> =>
  lastPosition === null ? {} : { [POSITION_HEADER]: lastPosition };

/** Keeps the newest position, because answers can arrive out of order. */
export function notePosition(header: (name: string) => string | null): void {
  const position = header(POSITION_HEADER);
  if (position !== null && (lastPosition === null || isLater(position, lastPosition)))
    lastPosition = position;
}

/** Positions of one log are texts of one length that sort in its order. Another length is another log. */
const isLater = (a: string, b: string): boolean => a.length !== b.length || a > b;

const staleListeners = new Set<(path: string) => void>();

/** Calls the listener when a read came from a list that was behind and should be loaded again. */
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
