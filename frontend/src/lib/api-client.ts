import type { ErrorCode } from '@posthorn/contracts/shared/error-codes';
import {
  pathOf,
  POSITION_HEADER,
  STALE_HEADER,
  type Call,
  type ErrorReply,
} from '@posthorn/contracts/shared/call';

/** What the server refused, and in which words. `reply` is null when the answer came from something else (a proxy, no network). */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly reply: ErrorReply | null;
  constructor(
    readonly status: number,
    body: string,
  ) {
    super(`${String(status)}: ${body}`);
    this.reply = errorReply(body);
  }
}

/** The server's own sentence where it gave one. */
export const messageOf = (error: unknown, fallback: string): string =>
  (error instanceof ApiError && error.reply?.message) || fallback;

/** The server of this page declares its codes in the same table. */
export const codeOf = (error: unknown): ErrorCode | undefined =>
  error instanceof ApiError ? (error.reply?.code as ErrorCode | undefined) : undefined;

/** Messages by field, for the form to show where they belong. */
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

/** `send` for a call whose answer is told in a header besides; null where it is not there. */
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
      // Delete and Undo show as done at once: closing the page must not take them back.
      ...(call.method !== 'GET' && request === undefined && { keepalive: true }),
      ...(request !== undefined && { body: JSON.stringify(request) }),
    });
    return { response, text: await response.text() };
  };
  const { response, text } = (await askedAhead(call.method, path)) ?? (await ask());
  notePosition((name) => response.headers.get(name));
  if (!response.ok) throw new ApiError(response.status, text || response.statusText);
  if (response.headers.get(STALE_HEADER) === 'stale')
    staleListeners.forEach((tell) => {
      tell(call.path);
    });
  // The one place that trusts the server: its controller returns the same contract type.
  const reply = (text === '' ? undefined : JSON.parse(text)) as Reply;
  return { reply, headers: response.headers };
}

type Answer = Readonly<{ response: Response; text: string }>;

declare global {
  /** By path, what the page has asked for before the app was there (`frontend/pages.ts`); null where that failed. */
  var askedAhead: Record<string, Promise<Answer | null>> | undefined;
}

/** Each answer once, and none after a change: whoever asks then wants to know what is there by now. */
function askedAhead(method: string, path: string): Promise<Answer | null> | undefined {
  const answers = globalThis.askedAhead ?? {};
  const { [path]: answer, ...others } = answers;
  globalThis.askedAhead = method === 'GET' ? others : undefined;
  return method === 'GET' ? answer : undefined;
}

let lastPosition: string | null = null;

/** Sent with each request, it makes the next read wait for what this browser has just written. */
export const positionHeader = (): Record<string, string> =>
  lastPosition === null ? {} : { [POSITION_HEADER]: lastPosition };

/** Replies arrive out of order; an older position must not push back a newer one. */
export function notePosition(header: (name: string) => string | null): void {
  const position = header(POSITION_HEADER);
  if (position !== null && (lastPosition === null || isLater(position, lastPosition)))
    lastPosition = position;
}

const isLater = (a: string, b: string): boolean =>
  /^\d+$/.test(a) && /^\d+$/.test(b) ? BigInt(a) > BigInt(b) : true;

const staleListeners = new Set<(path: string) => void>();

/** Told when a read came from a list that had not caught up yet: it should be asked for again. */
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
  'code' in value;
