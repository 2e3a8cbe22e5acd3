import type { JsonObject, JsonValue } from '@posthorn/event-sourcing/event-store';
import { listOf, textOf } from '../json.ts';

/** The tokens of one account as stored in the vault. Connectors may add fields of their own. */
export type OAuthCredentials = Readonly<{
  accessToken: string;
  /** Null: there is none; only a new login renews the access. */
  refreshToken: string | null;
  /** ISO; null: it does not expire. */
  expiresAt: string | null;
  refreshExpiresAt: string | null;
  /** The granted scopes; empty when the platform did not name them. */
  scopes: readonly string[];
}>;

/** @throws Error when the vault holds something else, which only a bug of ours can cause */
export function oauthCredentials(stored: JsonObject): OAuthCredentials {
  const accessToken = textOf(stored['accessToken']);
  if (accessToken === null) throw new Error('These credentials hold no access token.');
  return {
    accessToken,
    refreshToken: textOf(stored['refreshToken']),
    expiresAt: textOf(stored['expiresAt']),
    refreshExpiresAt: textOf(stored['refreshExpiresAt']),
    scopes: listOf(stored['scopes']).filter((scope) => typeof scope === 'string'),
  };
}

/** Whether the account's owner granted this permission. Where the platform did not name the scopes, the first call shows it. */
export function mayHave(stored: JsonObject, scope: string): boolean {
  const { scopes } = oauthCredentials(stored);
  return scopes.length === 0 || scopes.includes(scope);
}

/** When the tokens in these credentials expire, or null. It can read the credentials of any connector. */
export const expiryOf = (stored: JsonObject): string | null => textOf(stored['expiresAt']);

/**
 * When the permission itself expires, so that only a new login helps, or null: the end of the refresh token. On most platforms, fresh
 * tokens extend it. Where there is no refresh token, the end of the only token.
 */
export const permissionEndOf = (stored: JsonObject): string | null =>
  textOf(stored['refreshToken']) === null ? expiryOf(stored) : textOf(stored['refreshExpiresAt']);

/** Some platforms separate scopes with spaces, some with commas; some send a list. */
export function scopesIn(value: JsonValue | undefined): string[] {
  if (Array.isArray(value)) return value.filter((scope): scope is string => typeof scope === 'string');
  return (textOf(value) ?? '').split(/[\s,]+/u).filter((scope) => scope !== '');
}
