import type { Platform } from '@posthorn/contracts/shared/platform';
import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import { Injectable } from '@nestjs/common';
import { Connectors } from '#connectors/connectors.ts';
import { consentPath } from '#connectors/kit/oauth/consent-paths.ts';
import { Credentials, CredentialsAreMissing } from './credentials.ts';

/** Finds the page for connecting an account again, by the way it was first connected. Another way may not know it, or grant less. */
@Injectable()
export class ConnectPaths {
  constructor(
    private readonly connectors: Connectors,
    private readonly credentials: Credentials,
  ) {}

  /** Reads the vault only where several ways exist. */
  async pathOf(platform: Platform, accountId: number): Promise<string | null> {
    if (!this.connectors.find(platform)?.connectedBy) return this.connectors.connectPath(platform);
    try {
      return this.pathFor(platform, await this.credentials.read(accountId));
    } catch (error) {
      if (error instanceof CredentialsAreMissing) return this.connectors.connectPath(platform);
      throw error;
    }
  }

  /** The consent that opens the account's comments; null: none exists, or it was given already. */
  async commentsPathOf(platform: Platform, accountId: number): Promise<string | null> {
    if (!this.connectors.grantFor(platform)) return null;
    try {
      return this.commentsPathFor(platform, accountId, await this.credentials.read(accountId));
    } catch (error) {
      if (error instanceof CredentialsAreMissing) return null;
      throw error;
    }
  }

  /** The same for given credentials. */
  commentsPathFor(platform: Platform, accountId: number, credentials: JsonObject): string | null {
    const grant = this.connectors.grantFor(platform);
    return grant?.isMissingIn(credentials) ? `${consentPath(grant.name)}?account=${String(accountId)}` : null;
  }

  /** The same for given credentials. The usual way where the operator has removed the keys of the account's own way. */
  pathFor(platform: Platform, credentials: JsonObject): string | null {
    const app = this.connectors.find(platform)?.connectedBy?.(credentials);
    return app && this.connectors.connection(app)?.configured
      ? consentPath(app)
      : this.connectors.connectPath(platform);
  }
}
