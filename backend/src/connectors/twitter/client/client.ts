import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import type { ServerReply } from '#infrastructure/outgoing/outgoing-reply.ts';
import { at, listOf, objectOf, textOf } from '../../kit/json.ts';
import { jsonRequest, objectIn, type JsonCall } from '../../kit/json-request.ts';
import { PlatformError } from '../../kit/platform-error.ts';
import { TokenRefused } from '../../kit/oauth/with-token.ts';
import { wordsOf } from '../../kit/outcomes.ts';
import type { PlatformHttp } from '../../kit/platform-http.ts';

export class TwitterError extends PlatformError {
  constructor(
    status: number,
    words: string | null,
    /** The type of the problem (RFC 9457), e.g. `https://api.x.com/2/problems/credits`; null if the response has a different format. */
    readonly type: string | null,
    headers: ServerReply['headers'],
    isFromPlatform: boolean,
  ) {
    super(status, words, headers, isFromPlatform);
  }
}

/** `path`: includes the version, e.g. `/2/tweets`. */
export type TwitterCall = JsonCall & Readonly<{ path: string; token: string }>;
export type TwitterReply = Readonly<{ headers: ServerReply['headers']; body: JsonObject }>;

/** The client for X API v2. */
export class TwitterClient {
  /** The URL without the version, which is part of every path. */
  readonly base: string;

  constructor(
    private readonly http: PlatformHttp,
    apiUrl: string,
  ) {
    this.base = apiUrl.replace(/\/2$/u, '');
  }

  /** @throws TokenRefused, TwitterError, OutgoingError (including `unreadable` for a successful response that is not JSON), BreakerOpen */
  async send({ path, ...call }: TwitterCall): Promise<TwitterReply> {
    const request = jsonRequest(`${this.base}${path}`, call);
    const reply = await this.http.send('twitter', request);
    if (!reply.ok) throw failureOf(reply, objectOf(reply.json()));
    // After a piece of a file, the response may be empty.
    return { headers: reply.headers, body: objectIn(reply, request.url.host) ?? {} };
  }
}

function failureOf(reply: ServerReply, body: JsonObject | null): TwitterError | TokenRefused {
  const { status, headers } = reply;
  const isFromPlatform = body !== null || reply.body.length === 0;
  const words = body === null ? wordsOf(reply.text()) : wordsIn(body);
  // A web page with this status comes from a proxy, so the token may be valid.
  if (status === 401 && isFromPlatform) return new TokenRefused(words);
  return new TwitterError(status, words, textOf(at(body ?? {}, 'type')), headers, isFromPlatform);
}

/** The message of the problem, followed by the message about a parameter, if there is one. */
function wordsIn(body: JsonObject): string | null {
  const [first] = listOf(body['errors']);
  const message = textOf(body['detail']) ?? textOf(body['title']) ?? textOf(body['error']);
  const more = textOf(at(first, 'message')) ?? textOf(at(first, 'detail'));
  return wordsOf([message, more === message ? null : more].filter((words) => words !== null).join(' '));
}
