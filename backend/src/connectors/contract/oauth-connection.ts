import type { ConsentOpens } from '@posthorn/contracts/integrations/consent';
import type { Platform } from '@posthorn/contracts/shared/platform';
import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import type { AppName } from '#infrastructure/config/app-names.ts';
import type { AccountAccess } from './account-access.ts';
import type { RemoteAccount } from './connector.ts';

/** The data that the browser takes to the platform. `challenge`: PKCE S256 of the verifier, base64url. */
export type AuthorizeRequest = Readonly<{ state: string; challenge: string; redirectUri: string }>;
/** The data that the browser brings back. `query`: the query of the callback, whose `state` is already checked. */
export type Callback = Readonly<{ query: URLSearchParams; verifier: string; redirectUri: string }>;

/** The accounts that a consent gives access to, for the user to choose from. */
export type Grant = Readonly<{ accounts: readonly RemoteAccount[] }>;

/**
 * The code in the query of a callback; null: the person refused, or an error occurred. TikTok's API for Business calls the code
 * `auth_code`.
 */
export const codeOfCallback = (query: URLSearchParams): string | null =>
  query.get('code') ?? query.get('auth_code');

/** One application that the operator registered at a platform, and the page on which people give this application their consent. */
export type Consent = Readonly<{
  name: AppName;
  /** The platforms whose accounts this consent connects. The consent is shown to people under the name of the first platform. */
  platforms: readonly [Platform, ...Platform[]];
  /** Whether the operator has set keys for the application. */
  configured: boolean;
  authorizeUrl(request: AuthorizeRequest): string;
}>;

/** A consent with which people connect their accounts. */
export type OAuthConnection = Consent &
  Readonly<{
    /** The name that people see if there are several ways to connect accounts of this platform. */
    label?: string;
    /**
     * Returns the accounts behind a callback that carries a code. Compares the granted scopes with the needed ones.
     * @throws ScopesAreMissing, NoAccountFound, ConsentFailed and other DomainErrors with a message for the user
     */
    redeem(callback: Callback): Promise<Grant>;
  }>;

/** The result of an account grant. */
type GrantedPart = Readonly<{
  /** The name of the person who gave the consent, as the platform shows it. */
  username: string;
  /** How the platform identifies the account in its webhooks about comments. */
  knownAs: string;
  /** Added to the account's credentials. */
  credentials: JsonObject;
}>;

/** A consent that gives more permissions for an account that is already connected. This consent connects no account. */
export type AccountGrant = Consent &
  Readonly<{
    opens: ConsentOpens;
    isMissingIn(credentials: JsonObject): boolean;
    /**
     * Redeems the code of a callback. Stores nothing.
     * @throws ScopesAreMissing, ConsentFailed and other DomainErrors with a message for the user
     */
    redeem(callback: Callback): Promise<GrantedPart>;
    /** Whether the owner of this account gave the grant. Asks the platform, because people change their names. */
    isBy(part: GrantedPart, access: AccountAccess): Promise<boolean>;
  }>;
