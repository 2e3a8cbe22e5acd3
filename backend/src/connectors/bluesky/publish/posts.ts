import type { JsonObject, JsonValue } from '@posthorn/event-sourcing/event-store';
import type { BlueskySession } from '../tokens.ts';
import type { Xrpc } from '../client/client.ts';

/** The most uris that `getPosts` accepts. */
export const POSTS_PER_CALL = 25;
const READ_MS = 20_000;
/** A post with its author is about 2 kB, and a thread arrives in one answer. */
const READ_BYTES = 10_000_000;

/** Reads as the account. @throws XrpcError, OutgoingError, BreakerOpen */
export function ask(
  xrpc: Xrpc,
  { pds: server, accessJwt: token }: BlueskySession,
  method: string,
  { params, signal }: Readonly<{ params: Record<string, string | readonly string[]>; signal: AbortSignal }>,
): Promise<JsonObject> {
  const request = { signal, timeoutMs: READ_MS, maxBytes: READ_BYTES };
  return xrpc.query({ server, method, token, params, request });
}

/** Posts with their counts, at most `POSTS_PER_CALL`. @throws XrpcError, OutgoingError, BreakerOpen */
export async function postsAt(
  xrpc: Xrpc,
  session: BlueskySession,
  uris: readonly string[],
  signal: AbortSignal,
): Promise<JsonValue | undefined> {
  return (await ask(xrpc, session, 'app.bsky.feed.getPosts', { params: { uris }, signal }))['posts'];
}
