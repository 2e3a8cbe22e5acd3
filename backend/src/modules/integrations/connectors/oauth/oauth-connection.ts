import type { Platform } from '@posthorn/contracts/shared/platform';
import type { AppName } from '#infrastructure/config/app-names.ts';
import type { RemoteAccount } from '../contract/connector.ts';

/** What goes to the platform with the browser. `challenge`: PKCE S256 of the verifier, base64url. */
export type AuthorizeRequest = Readonly<{ state: string; challenge: string; redirectUri: string }>;
/** What came back with it. `query` is the callback's, `state` already checked. */
export type Callback = Readonly<{ query: URLSearchParams; verifier: string; redirectUri: string }>;

/** What a consent has opened: the accounts to choose from. */
export type Grant = Readonly<{ accounts: readonly RemoteAccount[] }>;

/** One application of ours at a platform, and the consent by which people connect their accounts through it. */
export type OAuthConnection = Readonly<{
  name: AppName;
  /** Of the accounts that a consent may open; the first one names the connection to people. */
  platforms: readonly [Platform, ...Platform[]];
  /** What people know it by where it is not the only way to its platform. */
  label?: string;
  /** False while the operator has set no keys. */
  configured: boolean;
  authorizeUrl(request: AuthorizeRequest): string;
  /**
   * The accounts behind a callback that carries a code. Compares the scopes that were granted with those that are needed.
   * @throws ScopesAreMissing, NoAccountFound, ConsentFailed and other DomainErrors in words for the user
   */
  redeem(callback: Callback): Promise<Grant>;
}>;
