import type { JsonObject, JsonValue } from '@posthorn/event-sourcing/event-store';
import type { OutgoingError } from '#infrastructure/outgoing/outgoing-error.ts';
import type { ServerReply } from '#infrastructure/outgoing/outgoing-reply.ts';
import { at, objectOf, textOf } from '../kit/json.ts';
import { jsonRequest, objectIn, unreadable, type JsonCall } from '../kit/json-request.ts';
import { PlatformError } from '../kit/platform-error.ts';
import { TokenRefused } from '../kit/oauth/with-token.ts';
import { wordsOf } from '../kit/outcomes.ts';
import type { PlatformHttp } from '../kit/platform-http.ts';

/** An error of Snapchat. Some errors have status 200 and are only in the body. */
export class SnapchatError extends PlatformError {}

/** `path`: includes the version, e.g. `/v1/public_profiles/my_profile`. */
export type SnapchatCall = JsonCall & Readonly<{ path: string; token: string }>;

/** The client for Snapchat's Public Profile API. */
export class SnapchatClient {
  /** The URL without the version, which is part of each path. */
  readonly #base: string;

  constructor(
    private readonly http: PlatformHttp,
    apiUrl: string,
  ) {
    this.#base = apiUrl.replace(/\/v1$/u, '');
  }

  /** @throws TokenRefused, SnapchatError, OutgoingError (including `unreadable` for a successful response that is not JSON), BreakerOpen */
  async send({ path, ...call }: SnapchatCall): Promise<JsonObject> {
    const request = jsonRequest(`${this.#base}${path}`, call);
    const reply = await this.http.send('snapchat', request);
    const body = objectOf(reply.json());
    if (!reply.ok || (body !== null && isError(body['request_status']))) throw failureOf(reply, body);
    // A call without a result may have an empty response.
    return objectIn(reply, request.url.host) ?? {};
  }

  unreadable(why: string): OutgoingError {
    return unreadable(new URL(this.#base).host, why);
  }
}

/** Whether the status is `ERROR`. The documentation uses both upper and lower case. */
export const isError = (status: JsonValue | undefined): boolean => textOf(status)?.toUpperCase() === 'ERROR';

function failureOf(reply: ServerReply, body: JsonObject | null): SnapchatError | TokenRefused {
  const { status, headers } = reply;
  const isFromPlatform = body !== null || reply.body.length === 0;
  const words = body === null ? wordsOf(reply.text()) : wordsIn(body);
  if (status === 401 && isFromPlatform) return new TokenRefused(words);
  return new SnapchatError(status, words, headers, isFromPlatform);
}

/** The error message: first the sentence for people, then the sentence for programmers, which often has more detail. */
export function wordsIn(body: JsonValue): string | null {
  const [shown, more] = ['display_message', 'debug_message'].map((name) => textOf(at(body, name)));
  const code = textOf(at(body, 'error_code'));
  return wordsOf(
    [shown ?? code, more === shown ? null : more]
      .filter((text) => text !== null && text !== undefined)
      .join(' '),
  );
}
