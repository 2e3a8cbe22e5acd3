import type { Platform } from '@posthorn/contracts/shared/platform';
import type { AuthorizeRequest, Callback, Grant } from '../../contract/oauth-connection.ts';

/** `about`: data that `redeem` needs later. Posthorn stores it encrypted until the callback. */
export type PreparedConsent = Readonly<{
  about: string;
  authorizeUrl(request: AuthorizeRequest): string;
}>;

/** Consent at a server that the user chooses. On first use, Posthorn registers an application at this server. */
export type ServerConsent = Readonly<{
  platform: Platform;
  /** `server`: an origin. Safe to repeat. @throws DomainError with a message for the user */
  prepare(server: string, redirectUri: string): Promise<PreparedConsent>;
  /** @throws ScopesAreMissing, ConsentFailed and other DomainErrors with a message for the user */
  redeem(about: string, callback: Callback): Promise<Grant>;
}>;
