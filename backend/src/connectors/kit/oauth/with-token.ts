import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import { NothingHappened, ReconnectNeeded } from '../outcomes.ts';
import type { AccountAccess } from '../../contract/account-access.ts';
import { oauthCredentials, type OAuthCredentials } from './oauth-credentials.ts';

/** The platform refused the token itself, so the request had no effect. A connector's client throws it. */
export class TokenRefused extends Error {
  override readonly name = 'TokenRefused';
  constructor(readonly platformMessage: string | null) {
    super(platformMessage ?? 'the token was refused');
  }
}

/** A token that expires within this time is renewed before it is used. */
const SPARE_MS = 60_000;

export type TokenRenewal = Readonly<{
  access: Pick<AccountAccess, 'credentials' | 'renew'>;
  /** Undefined: only a new login helps. */
  refresh: ((credentials: JsonObject) => Promise<JsonObject>) | undefined;
  now: () => Date;
}>;

/**
 * Runs `call` with a valid token. A token that expires soon is renewed first. A refused token is renewed once, and the call made
 * once more. That is safe, because a refused token means that nothing happened.
 * @throws ReconnectNeeded, NothingHappened (the renewal failed; its cause says how), and what `call` throws but TokenRefused
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
    throw new NothingHappened(error);
  }
}

/** The platform refuses the new token as well: it denies Posthorn access to the account. */
async function lastTry<Result>(call: () => Promise<Result>): Promise<Result> {
  try {
    return await call();
  } catch (error) {
    throw error instanceof TokenRefused ? new ReconnectNeeded(error.platformMessage) : error;
  }
}
