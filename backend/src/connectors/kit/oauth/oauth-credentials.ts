import type { JsonObject, JsonValue } from '@posthorn/event-sourcing/event-store';
import { listOf, textOf } from '../json.ts';

/** The tokens of one account, as the vault stores them. Connectors may store further fields. */
export type OAuthCredentials = Readonly<{
  accessToken: string;
  /** Null: there is no refresh token. */
  refreshToken: string | null;
  /** ISO; null: the access token does not expire. */
  expiresAt: string | null;
  refreshExpiresAt: string | null;
  /** The granted scopes; empty if the platform did not list them. */
  scopes: readonly string[];
}>;

/** @throws Error when there is no access token, which only a bug of Posthorn can cause */
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

/**
 * Whether the account may have this permission. True if the platform did not list the scopes: then the first call shows whether
 * one is missing.
 */
export function mayHave(stored: JsonObject, scope: string): boolean {
  const { scopes } = oauthCredentials(stored);
  return scopes.length === 0 || scopes.includes(scope);
}

/** When the tokens in these credentials expire, or null. Works with the credentials of every connector. */
export const expiryOf = (stored: JsonObject): string | null => textOf(stored['expiresAt']);

/**
 * When the permission itself expires, so that only a new login helps; null: not known. This is the time when the refresh token
 * expires, or the only token if there is no refresh token. On most platforms, a renewal extends this time.
 */
export const permissionEndOf = (stored: JsonObject): string | null =>
  textOf(stored['refreshToken']) === null ? expiryOf(stored) : textOf(stored['refreshExpiresAt']);

/** Reads scopes: some platforms separate them with spaces, others with commas, and others send a list. */
export function scopesIn(value: JsonValue | undefined): string[] {
  if (Array.isArray(value)) return value.filter((scope): scope is string => typeof scope === 'string');
  return (textOf(value) ?? '').split(/[\s,]+/u).filter((scope) => scope !== '');
}
