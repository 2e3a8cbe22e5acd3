import type { JsonObject, JsonValue } from '@posthorn/event-sourcing/event-store';
import type { Platform } from '@posthorn/contracts/shared/platform';
import type { AppKeys } from '#infrastructure/config/platform-apps.ts';
import { amountOf, at, listOf, objectOf, textOf } from '../json.ts';
import { ReconnectNeeded, RenewalFailed, wordsOf } from '../outcomes.ts';
import type { PlatformHttp } from '../platform-http.ts';
import { ConsentFailed } from './consent-failures.ts';
import { scopesIn, type OAuthCredentials } from './oauth-credentials.ts';
import { withoutSecrets } from './without-secrets.ts';

const TIMEOUT_MS = 15_000;
/** A longer lifetime in a response counts as this one. */
const LONGEST_SECONDS = 10 * 365 * 86_400;

export type TokenRequest = Readonly<{
  platform: Platform;
  url: string;
  /** Grant type, code or token, and the keys if the platform expects them as form fields. */
  form: Readonly<Record<string, string>>;
  /** The keys, if the platform expects them as HTTP Basic (RFC 6749 section 2.3.1). */
  basic?: AppKeys;
  /** Meta's endpoints accept the fields in the URL of a GET. */
  method?: 'GET' | 'POST';
  /** Whether a user chose the server. */
  userChosen?: boolean;
}>;
/** `body` contains further fields of the platform, such as the owner's id. */
export type TokenReply = OAuthCredentials & Readonly<{ body: JsonObject }>;

/** The response contained no token. `errorCode`: the platform's error code; null if there is none. */
class TokenError extends Error {
  override readonly name = 'TokenError';
  constructor(
    readonly errorCode: string | null,
    readonly platformMessage: string | null,
    readonly status: number,
  ) {
    super(platformMessage ?? `the token endpoint answered ${String(status)}`);
  }
}

/** RFC 6749 section 5.2, and the codes that platforms use instead. After any other error, a later renewal may succeed. */
const DEFINITE = new Set(['invalid_grant', 'invalid_token', 'access_denied', 'token_revoked']);

/** Exchanges the code of a callback for tokens. @throws ConsentFailed, OutgoingError, BreakerOpen */
export async function redeemCode(
  http: PlatformHttp,
  request: TokenRequest,
  context: Readonly<{ platform: string; now: Date }>,
): Promise<TokenReply> {
  try {
    return await requestTokens(http, request, context.now);
  } catch (error) {
    if (error instanceof TokenError)
      throw new ConsentFailed(context.platform, error.platformMessage, error.errorCode);
    throw error;
  }
}

/**
 * Requests fresh tokens. `definite`: the platform's own error codes that only a new login resolves, in addition to the standard codes.
 * @throws ReconnectNeeded for the definite codes, RenewalFailed for any other response without a token, OutgoingError, BreakerOpen
 */
export async function renewTokens(
  http: PlatformHttp,
  request: TokenRequest,
  { now, definite = [] }: Readonly<{ now: Date; definite?: readonly string[] }>,
): Promise<TokenReply> {
  try {
    return await requestTokens(http, request, now);
  } catch (error) {
    if (!(error instanceof TokenError)) throw error;
    const { errorCode, platformMessage, status } = error;
    const isDefinite = errorCode !== null && (DEFINITE.has(errorCode) || definite.includes(errorCode));
    throw isDefinite ? new ReconnectNeeded(platformMessage) : new RenewalFailed(platformMessage, status);
  }
}

async function requestTokens(http: PlatformHttp, request: TokenRequest, now: Date): Promise<TokenReply> {
  const { platform, form, basic, method = 'POST', userChosen = false } = request;
  const fields = new URLSearchParams(form).toString();
  const url = new URL(request.url);
  if (method === 'GET') url.search = fields;
  const reply = await http.send(platform, {
    userChosen,
    method,
    url,
    headers: {
      accept: 'application/json',
      ...(method === 'POST' && { 'content-type': 'application/x-www-form-urlencoded' }),
      ...(basic && { authorization: basicHeader(basic) }),
    },
    ...(method === 'POST' && { body: fields }),
    timeoutMs: TIMEOUT_MS,
  });
  const json = reply.json();
  // Only Instagram's response is inside a list: docs/instagram-platform/…/business-login.
  const body = objectOf(listOf(at(json, 'data'))[0]) ?? objectOf(json);
  const accessToken = textOf(at(body ?? undefined, 'access_token'));
  if (!reply.ok || body === null || accessToken === null) {
    const platformMessage = withoutSecrets(wordsIn(body ?? undefined), form);
    throw new TokenError(errorCodeIn(body ?? undefined), platformMessage, reply.status);
  }
  return {
    accessToken,
    refreshToken: textOf(body['refresh_token']),
    expiresAt: instantAfter(now, body['expires_in']),
    refreshExpiresAt: instantAfter(now, body['refresh_expires_in'] ?? body['refresh_token_expires_in']),
    scopes: scopesIn(body['scope']),
    body,
  };
}

/**
 * `Authorization` for an application, as X and Pinterest document it: `client_id:client_secret` in Base64. RFC 6749 section 2.3.1
 * first percent-encodes both. The keys of these platforms do not need that, and their pages do not require it.
 */
export const basicHeader = ({ id, secret }: AppKeys): string =>
  `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;

/** The time after so many seconds, as ISO. Some platforms send the seconds as text. Null if there are none. */
export function instantAfter(now: Date, seconds: JsonValue | undefined): string | null {
  const amount = amountOf(typeof seconds === 'string' ? Number(seconds) : seconds);
  return amount === null
    ? null
    : new Date(now.getTime() + Math.min(amount, LONGEST_SECONDS) * 1000).toISOString();
}

const errorCodeIn = (body: JsonValue | undefined): string | null =>
  textOf(at(body, 'error')) ??
  textOf(at(body, 'error', 'code')) ??
  textOf(at(body, 'error', 'type')) ??
  numberIn(at(body, 'code'));

/** Pinterest's error codes are numbers. */
const numberIn = (code: JsonValue | undefined): string | null =>
  typeof code === 'number' ? String(code) : null;

const wordsIn = (body: JsonValue | undefined): string | null =>
  wordsOf(
    textOf(at(body, 'error_description')) ??
      textOf(at(body, 'error', 'message')) ??
      textOf(at(body, 'error_message')) ??
      textOf(at(body, 'message')),
  );
