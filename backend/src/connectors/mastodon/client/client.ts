import type { JsonValue } from '@posthorn/event-sourcing/event-store';
import type { ServerReply } from '#infrastructure/outgoing/outgoing-reply.ts';
import { at, listOf, objectOf, textOf } from '../../kit/json.ts';
import { jsonRequest, unreadable, type JsonCall } from '../../kit/json-request.ts';
import { PlatformError } from '../../kit/platform-error.ts';
import type { PlatformHttp } from '../../kit/platform-http.ts';

export class MastodonError extends PlatformError {}

export type MastodonCall = JsonCall & Readonly<{ server: string; path: string }>;
export type MastodonReply = Readonly<{ status: number; headers: ServerReply['headers']; body: JsonValue }>;

/** The maximum size of a response with one status. A server may allow a hundred thousand characters, and sends them as HTML. */
export const STATUS_BYTES = 1_000_000;

/** The client for Mastodon's HTTP API. Compatible servers have the same API with small differences. */
export class MastodonClient {
  constructor(private readonly http: PlatformHttp) {}

  /** The origin of a URL that a user typed. @throws OutgoingError `blocked` */
  originOf(address: string): string {
    return this.http.originOf(address);
  }

  /** @throws MastodonError, OutgoingError (including `unreadable` for a successful response that is not JSON), BreakerOpen */
  async send({ server, path, ...call }: MastodonCall): Promise<MastodonReply> {
    const request = jsonRequest(new URL(path, server), call);
    const reply = await this.http.send('mastodon', { ...request, userChosen: true });
    const body = reply.json();
    if (!reply.ok)
      throw new MastodonError(reply.status, wordsIn(body, reply), reply.headers, isFromMastodon(body, reply));
    // The response about an unprocessed file may be empty.
    if (body === undefined && reply.body.length > 0) throw unreadable(request.url.host);
    return { status: reply.status, headers: reply.headers, body: body ?? null };
  }
}

/** Some servers refuse with an empty body. An HTML page never comes from Mastodon itself. */
const isFromMastodon = (body: JsonValue | undefined, reply: ServerReply): boolean =>
  body !== undefined || reply.body.length === 0;

/** The error message. `error` is a sentence on some servers, an object on others, and missing on the rest. */
function wordsIn(body: JsonValue | undefined, reply: ServerReply): string | null {
  if (body === undefined) return reply.text();
  const error = at(body, 'error');
  const issue = at(listOf(at(error, 'issues'))[0], 'message');
  const words =
    textOf(error) ??
    textOf(at(error, 'message')) ??
    textOf(issue) ??
    textOf(at(body, 'message')) ??
    textOf(body);
  const more = textOf(at(body, 'error_description'));
  if (words !== null) return more === null ? words : `${words}: ${more}`;
  return objectOf(error) ? JSON.stringify(error) : null;
}
