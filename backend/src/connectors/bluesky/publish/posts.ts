import type { JsonObject, JsonValue } from '@posthorn/event-sourcing/event-store';
import type { BlueskySession } from '../tokens.ts';
import type { Xrpc } from '../client/client.ts';

/** The maximum number of URIs that `getPosts` accepts. */
export const POSTS_PER_CALL = 25;
const READ_MS = 20_000;
/** The maximum size of a response. A post with its author has about 2 kB, and one response may contain a whole thread. */
const READ_BYTES = 10_000_000;

/** Sends a read request as the account. @throws XrpcError, OutgoingError, BreakerOpen */
export function ask(
  xrpc: Xrpc,
  { pds: server, accessJwt: token }: BlueskySession,
  method: string,
  { params, signal }: Readonly<{ params: Record<string, string | readonly string[]>; signal: AbortSignal }>,
): Promise<JsonObject> {
  const request = { signal, timeoutMs: READ_MS, maxBytes: READ_BYTES };
  return xrpc.query({ server, method, token, params, request });
}

/** Reads at most `POSTS_PER_CALL` posts with their counts. @throws XrpcError, OutgoingError, BreakerOpen */
export async function postsAt(
  xrpc: Xrpc,
  session: BlueskySession,
  uris: readonly string[],
  signal: AbortSignal,
): Promise<JsonValue | undefined> {
  return (await ask(xrpc, session, 'app.bsky.feed.getPosts', { params: { uris }, signal }))['posts'];
}
