import type { ConsentOpens } from '@posthorn/contracts/integrations/consent';
import type { Platform } from '@posthorn/contracts/shared/platform';
import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import type { AppName } from '#infrastructure/config/app-names.ts';
import type { AccountAccess } from './account-access.ts';
import type { RemoteAccount } from './connector.ts';

/** What goes to the platform with the browser. `challenge`: PKCE S256 of the verifier, base64url. */
export type AuthorizeRequest = Readonly<{ state: string; challenge: string; redirectUri: string }>;
/** What came back with it. `query` is the callback's, `state` already checked. */
export type Callback = Readonly<{ query: URLSearchParams; verifier: string; redirectUri: string }>;

/** What a consent has opened: the accounts to choose from. */
export type Grant = Readonly<{ accounts: readonly RemoteAccount[] }>;

/** The code of a callback; null: the person said no, or something went wrong. TikTok's API for Business calls it `auth_code`. */
export const codeOfCallback = (query: URLSearchParams): string | null =>
  query.get('code') ?? query.get('auth_code');

/** One application of ours at a platform, and the page on which people give it their consent. */
export type Consent = Readonly<{
  name: AppName;
  /** Of the accounts that it is about; the first one names it to people. */
  platforms: readonly [Platform, ...Platform[]];
  /** False while the operator has set no keys. */
  configured: boolean;
  authorizeUrl(request: AuthorizeRequest): string;
}>;

/** A consent by which people connect their accounts. */
export type OAuthConnection = Consent &
  Readonly<{
    /** What people know it by where it is not the only way to its platform. */
    label?: string;
    /**
     * The accounts behind a callback that carries a code. Compares the scopes that were granted with those that are needed.
     * @throws ScopesAreMissing, NoAccountFound, ConsentFailed and other DomainErrors in words for the user
     */
    redeem(callback: Callback): Promise<Grant>;
  }>;

/** What an account grant has given. */
type GrantedPart = Readonly<{
  /** Who gave it, as people know them on the platform. */
  username: string;
  /** What the platform calls the account when it tells of its comments by itself. */
  toldAs: string;
  /** Goes into the account's credentials, beside what is there. */
  credentials: JsonObject;
}>;

/** A consent that opens more of an account that is connected already; it connects none. */
export type AccountGrant = Consent &
  Readonly<{
    opens: ConsentOpens;
    isMissingIn(credentials: JsonObject): boolean;
    /**
     * What a callback that carries a code has given; nothing is kept of it.
     * @throws ScopesAreMissing, ConsentFailed and other DomainErrors in words for the user
     */
    redeem(callback: Callback): Promise<GrantedPart>;
    /** Whether the owner of this account gave it, and nobody else. Asks the platform: people change their names. */
    isBy(part: GrantedPart, access: AccountAccess): Promise<boolean>;
  }>;
