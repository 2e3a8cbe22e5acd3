import type { JsonObject, JsonValue } from '@posthorn/event-sourcing/event-store';
import { OutgoingError } from '#infrastructure/outgoing/outgoing-error.ts';
import type { OutgoingReply } from '#infrastructure/outgoing/outgoing-reply.ts';
import type { OutgoingRequest } from '#infrastructure/outgoing/safe-http.ts';
import { at, listOf, objectOf, textOf } from '../json.ts';
import { TokenRefused } from '../oauth/with-token.ts';
import { wordsOf } from '../outcomes.ts';
import type { PlatformHttp } from '../platform-http.ts';

/** An answer that is not a success. `spoken` is false when nobody of the platform wrote it: a page of a proxy, say. */
export class TwitterError extends Error {
  override readonly name = 'TwitterError';
  constructor(
    readonly status: number,
    readonly words: string | null,
    /** Of the problem (RFC 9457), e.g. `https://api.x.com/2/problems/credits`; null where the answer is none. */
    readonly type: string | null,
    readonly headers: Readonly<Record<string, string>>,
    readonly spoken: boolean,
  ) {
    super(`${String(status)} ${words ?? ''}`);
  }
}

export type TwitterCall = Readonly<{
  token: string;
  /** With the version: `/2/tweets`. */
  path: string;
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  query?: Readonly<Record<string, string>>;
  json?: JsonValue;
  form?: Extract<OutgoingRequest['body'], { form: unknown }>['form'];
  request?: Pick<OutgoingRequest, 'signal' | 'timeoutMs' | 'newConnection'>;
}>;
export type TwitterReply = Readonly<{ headers: OutgoingReply['headers']; body: JsonObject }>;

/** X API v2 with the token of one user. */
export class TwitterClient {
  /** Without the version, which every path names. */
  readonly base: string;

  constructor(
    private readonly http: PlatformHttp,
    apiUrl: string,
  ) {
    this.base = apiUrl.replace(/\/2$/u, '');
  }

  /** @throws TokenRefused, TwitterError, OutgoingError (`unreadable` also for a success that is no JSON), BreakerOpen */
  async send(call: TwitterCall): Promise<TwitterReply> {
    const url = new URL(`${this.base}${call.path}`);
    url.search = new URLSearchParams(call.query).toString();
    const reply = await this.http.send('twitter', {
      method: call.method ?? 'GET',
      url,
      headers: {
        accept: 'application/json',
        authorization: `Bearer ${call.token}`,
        ...(call.json !== undefined && { 'content-type': 'application/json' }),
      },
      ...(call.json !== undefined && { body: JSON.stringify(call.json) }),
      ...(call.form && { body: { form: call.form } }),
      ...call.request,
    });
    const body = objectOf(reply.json());
    if (!reply.ok) throw failureOf(reply, body);
    // A piece of a file may be taken without a word.
    if (body === null && reply.body.length > 0)
      throw new OutgoingError('unreadable', true, url.host, 'answers something else than JSON');
    return { headers: reply.headers, body: body ?? {} };
  }
}

function failureOf(reply: OutgoingReply, body: JsonObject | null): TwitterError | TokenRefused {
  const { status, headers } = reply;
  const spoken = body !== null || reply.body.length === 0;
  const words = body === null ? wordsOf(reply.text()) : wordsIn(body);
  // A page with this status is somebody else's: the token may be good.
  if (status === 401 && spoken) return new TokenRefused(words);
  return new TwitterError(status, words, textOf(at(body ?? {}, 'type')), headers, spoken);
}

/** The problem's sentence, and the one about the parameter where there is one. */
function wordsIn(body: JsonObject): string | null {
  const [first] = listOf(body['errors']);
  const said = textOf(body['detail']) ?? textOf(body['title']) ?? textOf(body['error']);
  const more = textOf(at(first, 'message')) ?? textOf(at(first, 'detail'));
  return wordsOf([said, more === said ? null : more].filter((words) => words !== null).join(' '));
}
