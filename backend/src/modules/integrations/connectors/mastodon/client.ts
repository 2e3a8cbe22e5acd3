import type { JsonValue } from '@posthorn/event-sourcing/event-store';
import { OutgoingError } from '#infrastructure/outgoing/outgoing-error.ts';
import type { OutgoingReply } from '#infrastructure/outgoing/outgoing-reply.ts';
import type { OutgoingRequest } from '#infrastructure/outgoing/safe-http.ts';
import { at, listOf, objectOf, textOf } from '../json.ts';
import type { PlatformHttp } from '../platform-http.ts';

/** An answer that is not a success. `spoken` is false when nobody of the platform wrote it: a page of a proxy, say. */
export class MastodonError extends Error {
  override readonly name = 'MastodonError';
  constructor(
    readonly status: number,
    readonly words: string | null,
    readonly headers: Readonly<Record<string, string>>,
    readonly spoken: boolean,
  ) {
    super(`${String(status)} ${words ?? ''}`);
  }
}

export type MastodonCall = Readonly<{
  server: string;
  path: string;
  method?: 'GET' | 'POST' | 'DELETE';
  token?: string;
  /** A list is the same parameter several times. */
  query?: Readonly<Record<string, string | readonly string[]>>;
  headers?: Readonly<Record<string, string>>;
  json?: JsonValue;
  form?: Extract<OutgoingRequest['body'], { form: unknown }>['form'];
  request?: Pick<OutgoingRequest, 'signal' | 'timeoutMs' | 'newConnection' | 'maxBytes'>;
}>;
export type MastodonReply = Readonly<{ status: number; headers: OutgoingReply['headers']; body: JsonValue }>;

/** Of a status. A server may allow a hundred thousand characters, and shows them as HTML. */
export const STATUS_BYTES = 1_000_000;

/** The HTTP dialect of Mastodon, which other servers speak with an accent of their own. */
export class MastodonClient {
  constructor(private readonly http: PlatformHttp) {}

  /** The origin behind what somebody typed. @throws OutgoingError `blocked` */
  originOf(address: string): string {
    return this.http.originOf(address);
  }

  /** @throws MastodonError, OutgoingError (`unreadable` also for a success that is no JSON), BreakerOpen */
  async send(call: MastodonCall): Promise<MastodonReply> {
    const url = new URL(call.path, call.server);
    for (const [name, value] of Object.entries(call.query ?? {}))
      for (const each of typeof value === 'string' ? [value] : value) url.searchParams.append(name, each);
    const reply = await this.http.send('mastodon', {
      userChosen: true,
      method: call.method ?? 'GET',
      url,
      headers: {
        accept: 'application/json',
        ...(call.token !== undefined && { authorization: `Bearer ${call.token}` }),
        ...(call.json !== undefined && { 'content-type': 'application/json' }),
        ...call.headers,
      },
      ...(call.json !== undefined && { body: JSON.stringify(call.json) }),
      ...(call.form && { body: { form: call.form } }),
      ...call.request,
    });
    const body = reply.json();
    if (!reply.ok)
      throw new MastodonError(reply.status, wordsIn(body, reply), reply.headers, isSpoken(body, reply));
    // A poll may be answered with nothing at all.
    if (body === undefined && reply.body.length > 0)
      throw new OutgoingError('unreadable', true, url.host, 'answers something else than JSON');
    return { status: reply.status, headers: reply.headers, body: body ?? null };
  }
}

/** Some servers refuse with nothing at all; a page is always somebody else's. */
const isSpoken = (body: JsonValue | undefined, reply: OutgoingReply): boolean =>
  body !== undefined || reply.body.length === 0;

/** `error` is a sentence here, an object there, and absent elsewhere. */
function wordsIn(body: JsonValue | undefined, reply: OutgoingReply): string | null {
  if (body === undefined) return reply.text();
  const error = at(body, 'error');
  const issue = at(listOf(at(error, 'issues'))[0], 'message');
  const said =
    textOf(error) ??
    textOf(at(error, 'message')) ??
    textOf(issue) ??
    textOf(at(body, 'message')) ??
    textOf(body);
  const more = textOf(at(body, 'error_description'));
  if (said !== null) return more === null ? said : `${said}: ${more}`;
  return objectOf(error) ? JSON.stringify(error) : null;
}
