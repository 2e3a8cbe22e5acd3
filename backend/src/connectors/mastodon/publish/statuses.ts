import type { JsonValue } from '@posthorn/event-sourcing/event-store';
import { MastodonError, STATUS_BYTES, type MastodonClient } from '../client/client.ts';
import { saysGone } from '../errors.ts';
import type { MastodonSession } from '../tokens.ts';

/** https://docs.joinmastodon.org/methods/statuses/#index */
export const STATUSES_PER_CALL = 20;
const READ_MS = 20_000;
/** The maximum size of a response: a thread has up to 4096 statuses, each with its author. */
export const THREAD_BYTES = 20_000_000;
/** HTTP statuses of servers that do not know `id[]`. */
const NO_LISTS = new Set([400, 404, 405, 422, 501]);

export const pathOf = (id: string): string => `/api/v1/statuses/${encodeURIComponent(id)}`;

export function nullWhenGone(error: unknown): null {
  if (saysGone(error)) return null;
  throw error;
}

/** Statuses and lists of them, as the account sees them. */
export class MastodonStatuses {
  constructor(private readonly client: Pick<MastodonClient, 'send'>) {}

  /**
   * Reads several statuses with one request. Null: the server does not support this, like Mastodon before 4.3. @throws
   * MastodonError, OutgoingError, BreakerOpen
   */
  async listed(
    session: MastodonSession,
    ids: readonly string[],
    signal: AbortSignal,
  ): Promise<readonly JsonValue[] | null> {
    try {
      const body = await this.ask(session, '/api/v1/statuses', signal, { 'id[]': ids });
      return Array.isArray(body) ? (body as readonly JsonValue[]) : null;
    } catch (error) {
      if (!(error instanceof MastodonError) || !NO_LISTS.has(error.status)) throw error;
      return null;
    }
  }

  /**
   * Reads one status. Null: the status does not exist. An empty response does not prove this, and becomes an empty object. @throws
   * MastodonError, OutgoingError, BreakerOpen
   */
  async one(session: MastodonSession, id: string, signal: AbortSignal): Promise<JsonValue> {
    return this.ask(session, pathOf(id), signal, {}, STATUS_BYTES).then((body) => body ?? {}, nullWhenGone);
  }

  /** @throws MastodonError, OutgoingError, BreakerOpen */
  async ask(
    { server, token }: MastodonSession,
    path: string,
    signal: AbortSignal,
    query: Readonly<Record<string, string | readonly string[]>> = {},
    maxBytes = THREAD_BYTES,
  ): Promise<JsonValue> {
    const request = { signal, timeoutMs: READ_MS, maxBytes };
    return (await this.client.send({ server, token, path, query, request })).body;
  }
}
