import type { JsonValue } from '@posthorn/event-sourcing/event-store';
import type { OutgoingReply } from '#infrastructure/outgoing/outgoing-reply.ts';
import type { OutgoingRequest } from '#infrastructure/outgoing/safe-http.ts';
import { at, listOf, objectOf, textOf } from '../json.ts';
import { TokenRefused } from '../oauth/with-token.ts';
import { wordsOf } from '../outcomes.ts';
import type { PlatformHttp } from '../platform-http.ts';

/** An answer that is not a success. `reason` is Google's own; null when nobody of YouTube wrote the answer. */
export class YouTubeError extends Error {
  override readonly name = 'YouTubeError';
  constructor(
    readonly status: number,
    readonly reason: string | null,
    readonly words: string | null,
    readonly headers: OutgoingReply['headers'],
  ) {
    super(`${String(status)} ${reason ?? ''} ${words ?? ''}`);
  }
}

export type YouTubeCall = Readonly<{
  token: string;
  method?: OutgoingRequest['method'];
  /** Below the base address, or a whole address that YouTube named. */
  path: string;
  query?: Readonly<Record<string, string>>;
  headers?: Readonly<Record<string, string>>;
  json?: JsonValue;
  request?: Pick<OutgoingRequest, 'body' | 'signal' | 'timeoutMs' | 'newConnection' | 'acceptIncomplete'>;
}>;

/** YouTube Data API v3: errors are told apart by `error.errors[0].reason`. */
export class YouTubeClient {
  readonly #base: string;

  /** `apiUrl` may or may not end with the version. */
  constructor(
    private readonly http: PlatformHttp,
    apiUrl: string,
  ) {
    this.#base = apiUrl.replace(/\/youtube\/v3$/u, '');
  }

  addressOf(path: string): string {
    return `${this.#base}${path}`;
  }

  /** A success, or 308 where the call accepts it. @throws TokenRefused, YouTubeError, OutgoingError, BreakerOpen */
  async send({
    token,
    method = 'GET',
    path,
    query,
    headers,
    json,
    request,
  }: YouTubeCall): Promise<OutgoingReply> {
    const url = new URL(path.startsWith('/') ? this.addressOf(path) : path);
    for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, value);
    const reply = await this.http.send('youtube', {
      method,
      url,
      headers: {
        accept: 'application/json',
        authorization: `Bearer ${token}`,
        ...(json !== undefined && { 'content-type': 'application/json; charset=UTF-8' }),
        ...headers,
      },
      ...(json !== undefined && { body: JSON.stringify(json) }),
      ...request,
    });
    if (reply.ok || reply.status === 308) return reply;
    const error = at(reply.json(), 'error');
    const words = wordsOf(textOf(at(error, 'message')));
    const reason = reasonIn(error);
    const spoken = reason !== null || reply.body.length === 0;
    if (reply.status === 401 && spoken && !isAboutThePerson(reason ?? '')) throw new TokenRefused(words);
    throw new YouTubeError(reply.status, reason, words, reply.headers);
  }
}

/** Null where there is no error of Google's. */
const reasonIn = (error: JsonValue | undefined): string | null =>
  textOf(at(listOf(at(error, 'errors'))[0], 'reason')) ??
  textOf(at(error, 'status')) ??
  textOf(error) ??
  (objectOf(error) && 'unknown');

/** Some 401s are no matter of the token: the person has no channel, or YouTube has closed the account. */
const isAboutThePerson = (reason: string): boolean =>
  reason === 'youtubeSignupRequired' || reason.startsWith('authenticatedUserAccount');
