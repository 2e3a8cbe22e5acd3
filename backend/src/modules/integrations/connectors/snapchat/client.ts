import type { JsonObject, JsonValue } from '@posthorn/event-sourcing/event-store';
import { OutgoingError } from '#infrastructure/outgoing/outgoing-error.ts';
import type { OutgoingReply } from '#infrastructure/outgoing/outgoing-reply.ts';
import type { OutgoingRequest } from '#infrastructure/outgoing/safe-http.ts';
import { at, objectOf, textOf } from '../json.ts';
import { TokenRefused } from '../oauth/with-token.ts';
import { wordsOf } from '../outcomes.ts';
import type { PlatformHttp } from '../platform-http.ts';

/**
 * An answer that is not a success; some come with status 200 and say so in their body. `spoken` is false when nobody of the
 * platform wrote it: a page of a proxy, say.
 */
export class SnapchatError extends Error {
  override readonly name = 'SnapchatError';
  constructor(
    readonly status: number,
    readonly words: string | null,
    readonly headers: Readonly<Record<string, string>>,
    readonly spoken: boolean,
  ) {
    super(`${String(status)} ${words ?? ''}`);
  }
}

export type SnapchatCall = Readonly<{
  token: string;
  /** With the version: `/v1/public_profiles/my_profile`. */
  path: string;
  method?: 'GET' | 'POST';
  json?: JsonValue;
  form?: Extract<OutgoingRequest['body'], { form: unknown }>['form'];
  request?: Pick<OutgoingRequest, 'signal' | 'timeoutMs' | 'newConnection'>;
}>;

/** Snapchat's Public Profile API. */
export class SnapchatClient {
  /** Without the version, which every path names. */
  readonly #base: string;

  constructor(
    private readonly http: PlatformHttp,
    apiUrl: string,
  ) {
    this.#base = apiUrl.replace(/\/v1$/u, '');
  }

  /** @throws TokenRefused, SnapchatError, OutgoingError (`unreadable` also for a success that is no JSON), BreakerOpen */
  async send(call: SnapchatCall): Promise<JsonObject> {
    const url = new URL(`${this.#base}${call.path}`);
    const reply = await this.http.send('snapchat', {
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
    if (!reply.ok || (body !== null && isError(body['request_status']))) throw failureOf(reply, body);
    // Where nothing has to be told, nothing may be said.
    if (body === null && reply.body.length > 0) throw this.unreadable('answers something else than JSON');
    return body ?? {};
  }

  /** An answer that cannot be used, after the request was sent. */
  unreadable(why: string): OutgoingError {
    return new OutgoingError('unreadable', true, new URL(this.#base).host, why);
  }
}

/** Written in capitals in one place of the documentation and in small letters in another. */
export const isError = (status: JsonValue | undefined): boolean => textOf(status)?.toUpperCase() === 'ERROR';

function failureOf(reply: OutgoingReply, body: JsonObject | null): SnapchatError | TokenRefused {
  const { status, headers } = reply;
  const spoken = body !== null || reply.body.length === 0;
  const words = body === null ? wordsOf(reply.text()) : wordsIn(body);
  if (status === 401 && spoken) return new TokenRefused(words);
  return new SnapchatError(status, words, headers, spoken);
}

/** The sentence for people first; the one for programmers often says more. */
export function wordsIn(body: JsonValue): string | null {
  const [shown, more] = ['display_message', 'debug_message'].map((name) => textOf(at(body, name)));
  const code = textOf(at(body, 'error_code'));
  return wordsOf(
    [shown ?? code, more === shown ? null : more]
      .filter((text) => text !== null && text !== undefined)
      .join(' '),
  );
}
