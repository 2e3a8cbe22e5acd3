import type { JsonObject, JsonValue } from '@posthorn/event-sourcing/event-store';
import { listOf, textOf } from '../json.ts';

/** The tokens of one account as the vault keeps them. Connectors may keep fields of their own beside these. */
export type OAuthCredentials = Readonly<{
  accessToken: string;
  /** Null: there is none, a new login is the only renewal. */
  refreshToken: string | null;
  /** ISO; null: it does not end by time. */
  expiresAt: string | null;
  refreshExpiresAt: string | null;
  /** As granted; empty when the platform did not say. */
  scopes: readonly string[];
}>;

/** @throws Error when the vault holds something else, which only a fault of ours can cause */
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

/** Whether the owner of an account gave this permission. Where the platform did not say which, the first call will tell. */
export function mayHave(stored: JsonObject, scope: string): boolean {
  const { scopes } = oauthCredentials(stored);
  return scopes.length === 0 || scopes.includes(scope);
}

/** When the tokens in these credentials end, or null. Readable for credentials of any connector. */
export const expiryOf = (stored: JsonObject): string | null => textOf(stored['expiresAt']);

/**
 * When the permission itself ends, so that only a new login helps, or null: the end of the refresh token, which the fresh ones of most
 * platforms move on; where there is none, that of the only token.
 */
export const permissionEndOf = (stored: JsonObject): string | null =>
  textOf(stored['refreshToken']) === null ? expiryOf(stored) : textOf(stored['refreshExpiresAt']);

/** Some write scopes with spaces, some with commas, some as a list. */
export function scopesIn(value: JsonValue | undefined): string[] {
  if (Array.isArray(value)) return value.filter((scope): scope is string => typeof scope === 'string');
  return (textOf(value) ?? '').split(/[\s,]+/u).filter((scope) => scope !== '');
}
