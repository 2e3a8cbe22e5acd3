import type { Platform } from '@posthorn/contracts/shared/platform';
import type { AuthorizeRequest, Callback, Grant } from '../../contract/oauth-connection.ts';

/** `about`: data that `redeem` needs again, stored encrypted with the flow. */
export type PreparedConsent = Readonly<{
  about: string;
  authorizeUrl(request: AuthorizeRequest): string;
}>;

/** Consent at a server that its user names. Posthorn registers its application there on first use. */
export type ServerConsent = Readonly<{
  platform: Platform;
  /** `server`: an origin. Safe to repeat. @throws DomainError in words for the user */
  prepare(server: string, redirectUri: string): Promise<PreparedConsent>;
  /** @throws ScopesAreMissing, ConsentFailed and other DomainErrors in words for the user */
  redeem(about: string, callback: Callback): Promise<Grant>;
}>;
