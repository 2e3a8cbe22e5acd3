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
    /** The type of the problem (RFC 9457), e.g. `https://api.x.com/2/problems/credits`; null where the answer is no problem. */
    readonly type: string | null,
    headers: ServerReply['headers'],
    spoken: boolean,
  ) {
    super(status, words, headers, spoken);
  }
}

/** `path`: with the version, e.g. `/2/tweets`. */
export type TwitterCall = JsonCall & Readonly<{ path: string; token: string }>;
export type TwitterReply = Readonly<{ headers: ServerReply['headers']; body: JsonObject }>;

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
  async send({ path, ...call }: TwitterCall): Promise<TwitterReply> {
    const request = jsonRequest(`${this.base}${path}`, call);
    const reply = await this.http.send('twitter', request);
    if (!reply.ok) throw failureOf(reply, objectOf(reply.json()));
    // X may accept a piece of a file with an empty answer.
    return { headers: reply.headers, body: objectIn(reply, request.url.host) ?? {} };
  }
}

function failureOf(reply: ServerReply, body: JsonObject | null): TwitterError | TokenRefused {
  const { status, headers } = reply;
  const spoken = body !== null || reply.body.length === 0;
  const words = body === null ? wordsOf(reply.text()) : wordsIn(body);
  // A page with this status comes from another server, so the token may be valid.
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
