import type { JsonValue } from '@posthorn/event-sourcing/event-store';
import type { ServerReply } from '#infrastructure/outgoing/outgoing-reply.ts';
import { at, listOf, objectOf, textOf } from '../../kit/json.ts';
import { jsonRequest, type JsonCall } from '../../kit/json-request.ts';
import { PlatformError } from '../../kit/platform-error.ts';
import { TokenRefused } from '../../kit/oauth/with-token.ts';
import { wordsOf } from '../../kit/outcomes.ts';
import type { PlatformHttp } from '../../kit/platform-http.ts';

/** `reason`: Google's error code; null if YouTube itself did not write the response. */
export class YouTubeError extends PlatformError {
  constructor(
    status: number,
    readonly reason: string | null,
    words: string | null,
    headers: ServerReply['headers'],
  ) {
    super(status, words, headers, reason !== null, reason ?? '');
  }
}

/** `path`: the path after the base URL, or a complete URL. */
export type YouTubeCall = JsonCall & Readonly<{ path: string; token: string }>;

/** The client for YouTube Data API v3. `error.errors[0].reason` distinguishes errors. */
export class YouTubeClient {
  readonly #base: string;

  /** `apiUrl` may end with `/youtube/v3`. */
  constructor(
    private readonly http: PlatformHttp,
    apiUrl: string,
  ) {
    this.#base = apiUrl.replace(/\/youtube\/v3$/u, '');
  }

  urlOf(path: string): string {
    return `${this.#base}${path}`;
  }

  /**
   * Returns a successful response, or status 308 for an incomplete upload. @throws TokenRefused, YouTubeError, OutgoingError,
   * BreakerOpen
   */
  async send({ path, ...call }: YouTubeCall): Promise<ServerReply> {
    const url = path.startsWith('/') ? this.urlOf(path) : path;
    const request = jsonRequest(url, call, 'application/json; charset=UTF-8');
    const reply = await this.http.send('youtube', request);
    if (reply.ok || reply.status === 308) return reply;
    const error = at(reply.json(), 'error');
    const words = wordsOf(textOf(at(error, 'message')));
    const reason = reasonIn(error);
    const isFromPlatform = reason !== null || reply.body.length === 0;
    if (reply.status === 401 && isFromPlatform && !isAboutThePerson(reason ?? ''))
      throw new TokenRefused(words);
    throw new YouTubeError(reply.status, reason, words, reply.headers);
  }
}

/** Null if the body is not an error of Google. */
const reasonIn = (error: JsonValue | undefined): string | null =>
  textOf(at(listOf(at(error, 'errors'))[0], 'reason')) ??
  textOf(at(error, 'status')) ??
  textOf(error) ??
  (objectOf(error) && 'unknown');

/** Some errors with status 401 are not about the token: the person has no channel, or YouTube has closed the account. */
const isAboutThePerson = (reason: string): boolean =>
  reason === 'youtubeSignupRequired' || reason.startsWith('authenticatedUserAccount');
