import type { Platform } from '@posthorn/contracts/shared/platform';
import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import { Injectable } from '@nestjs/common';
import { Connectors } from '#connectors/connectors.ts';
import { consentPath } from '#connectors/kit/oauth/consent-paths.ts';
import { Credentials, CredentialsAreMissing } from './credentials.ts';

/**
 * Finds the page for connecting an account again. A platform may have several apps. The page belongs to the
 * app with which the account was connected. Another app may not find this account, or may give fewer
 * permissions.
 */
@Injectable()
export class ConnectPaths {
  constructor(
    private readonly connectors: Connectors,
    private readonly credentials: Credentials,
  ) {}

  /** The page for a stored account. Reads the credentials only for platforms with several apps. */
  async pathOf(platform: Platform, accountId: number): Promise<string | null> {
    if (!this.connectors.find(platform)?.connectedBy) return this.connectors.connectPath(platform);
    try {
      return this.pathFor(platform, await this.credentials.read(accountId));
    } catch (error) {
      if (error instanceof CredentialsAreMissing) return this.connectors.connectPath(platform);
      throw error;
    }
  }

  /**
   * The page of the separate consent that opens the account's comments; null: the platform has none, or the
   * owner has already given it.
   */
  async commentsPathOf(platform: Platform, accountId: number): Promise<string | null> {
    if (!this.connectors.grantFor(platform)) return null;
    try {
      return this.commentsPathFor(platform, accountId, await this.credentials.read(accountId));
    } catch (error) {
      if (error instanceof CredentialsAreMissing) return null;
      throw error;
    }
  }

  /** `commentsPathOf` for given credentials. */
  commentsPathFor(platform: Platform, accountId: number, credentials: JsonObject): string | null {
    const grant = this.connectors.grantFor(platform);
    return grant?.isMissingIn(credentials) ? `${consentPath(grant.name)}?account=${String(accountId)}` : null;
  }

  /**
   * `pathOf` for given credentials. Returns the platform's default page when the operator has removed the
   * keys of the account's app.
   */
  pathFor(platform: Platform, credentials: JsonObject): string | null {
    const app = this.connectors.find(platform)?.connectedBy?.(credentials);
    return app && this.connectors.connection(app)?.configured
      ? consentPath(app)
      : this.connectors.connectPath(platform);
  }
}
