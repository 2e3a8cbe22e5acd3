import type { ConsentOpens } from '@posthorn/contracts/integrations/consent';
import type { Platform } from '@posthorn/contracts/shared/platform';
import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import type { AppName } from '#infrastructure/config/app-names.ts';
import type { AccountAccess } from './account-access.ts';
import type { RemoteAccount } from './connector.ts';

/** What the browser carries to the platform. `challenge`: PKCE S256 of the verifier, base64url. */
export type AuthorizeRequest = Readonly<{ state: string; challenge: string; redirectUri: string }>;
/** What the browser carries back. `query` is the query of the callback; its `state` is already checked. */
export type Callback = Readonly<{ query: URLSearchParams; verifier: string; redirectUri: string }>;

/** The accounts that a consent gives access to, for the user to choose from. */
export type Grant = Readonly<{ accounts: readonly RemoteAccount[] }>;

/** The code of a callback; null: the person refused, or an error occurred. TikTok's API for Business calls it `auth_code`. */
export const codeOfCallback = (query: URLSearchParams): string | null =>
  query.get('code') ?? query.get('auth_code');

/** One application of ours at a platform, and the page on which people give it their consent. */
export type Consent = Readonly<{
  name: AppName;
  /** The platforms of its accounts. The first one names the consent to people. */
  platforms: readonly [Platform, ...Platform[]];
  /** False while the operator has set no keys. */
  configured: boolean;
  authorizeUrl(request: AuthorizeRequest): string;
}>;

/** A consent by which people connect their accounts. */
export type OAuthConnection = Consent &
  Readonly<{
    /** The name that people see where this is not the only way to its platform. */
    label?: string;
    /**
     * Returns the accounts behind a callback that carries a code. Compares the granted scopes with the needed ones.
     * @throws ScopesAreMissing, NoAccountFound, ConsentFailed and other DomainErrors in words for the user
     */
    redeem(callback: Callback): Promise<Grant>;
  }>;

/** What an account grant gave. */
type GrantedPart = Readonly<{
  /** The person who gave it, as the platform shows their name. */
  username: string;
  /** The platform's name of the account in its webhooks about comments. */
  knownAs: string;
  /** Added to the account's credentials. */
  credentials: JsonObject;
}>;

/** A consent that gives more permissions for an account that is already connected. It connects none. */
export type AccountGrant = Consent &
  Readonly<{
    opens: ConsentOpens;
    isMissingIn(credentials: JsonObject): boolean;
    /**
     * Returns what a callback that carries a code gave. Stores nothing.
     * @throws ScopesAreMissing, ConsentFailed and other DomainErrors in words for the user
     */
    redeem(callback: Callback): Promise<GrantedPart>;
    /** Whether the owner of this account gave the grant. Asks the platform, because people change their names. */
    isBy(part: GrantedPart, access: AccountAccess): Promise<boolean>;
  }>;
