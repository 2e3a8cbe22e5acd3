import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import { CallHadNoEffect, ReconnectNeeded } from '../outcomes.ts';
import type { AccountAccess } from '../../contract/account-access.ts';
import { oauthCredentials, type OAuthCredentials } from './oauth-credentials.ts';

/** A connector's client throws this when the platform refused the token itself. So the request had no effect. */
export class TokenRefused extends Error {
  override readonly name = 'TokenRefused';
  constructor(readonly platformMessage: string | null) {
    super(platformMessage ?? 'the token was refused');
  }
}

/** Posthorn renews a token that expires within this time before it uses the token. */
const SPARE_MS = 60_000;

export type TokenRenewal = Readonly<{
  access: Pick<AccountAccess, 'credentials' | 'renew'>;
  /** Undefined: only a new login helps. */
  refresh: ((credentials: JsonObject) => Promise<JsonObject>) | undefined;
  now: () => Date;
}>;

/**
 * Runs `call` with a valid token. Renews a token that expires soon before the call. After a refused token, renews it once and
 * repeats the call once. Repeating is safe, because a call with a refused token had no effect.
 * @throws ReconnectNeeded, CallHadNoEffect (the renewal failed; the cause says why), and what `call` throws except TokenRefused
 */
export async function withToken<Result>(
  renewal: TokenRenewal,
  call: (credentials: OAuthCredentials, stored: JsonObject) => Promise<Result>,
): Promise<Result> {
  const { access, now } = renewal;
  const stored = await access.credentials();
  const isEnding = Date.parse(oauthCredentials(stored).expiresAt ?? '') - now().getTime() < SPARE_MS;
  const current = isEnding ? await renewed(renewal, stored, null) : stored;
  try {
    return await call(oauthCredentials(current), current);
  } catch (error) {
    if (!(error instanceof TokenRefused)) throw error;
    const fresh = await renewed(renewal, current, error.platformMessage);
    return await lastTry(() => call(oauthCredentials(fresh), fresh));
  }
}

async function renewed(
  { access, refresh }: TokenRenewal,
  stale: JsonObject,
  words: string | null,
): Promise<JsonObject> {
  if (!refresh) throw new ReconnectNeeded(words);
  try {
    return await access.renew(stale, refresh);
  } catch (error) {
    if (error instanceof ReconnectNeeded) throw error;
    throw new CallHadNoEffect(error);
  }
}

/** If the platform also refuses the new token, it denies Posthorn access to the account. */
async function lastTry<Result>(call: () => Promise<Result>): Promise<Result> {
  try {
    return await call();
  } catch (error) {
    throw error instanceof TokenRefused ? new ReconnectNeeded(error.platformMessage) : error;
  }
}
