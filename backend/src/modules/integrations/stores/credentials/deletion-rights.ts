import type { Platform } from '@posthorn/contracts/shared/platform';
import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import { Injectable } from '@nestjs/common';
import { Connectors } from '#connectors/connectors.ts';
import { scopesIn } from '#connectors/kit/oauth/oauth-credentials.ts';
import type { DeletionRight } from '../../ports/remote-posts.ts';
import { Credentials, CredentialsAreMissing } from './credentials.ts';

/** Whether published posts of an account can be deleted: its platform must offer it, and its owner must have granted it. */
@Injectable()
export class DeletionRights {
  constructor(
    private readonly connectors: Connectors,
    private readonly credentials: Credentials,
  ) {}

  /**
   * Reads the credentials only if deletion needs a separate permission. Without usable credentials this is
   * `yes`; the deletion itself then reports the problem.
   */
  async rightOf(platform: Platform, accountId: number): Promise<DeletionRight> {
    const known = this.#rightWithoutCredentials(platform);
    if (known) return known;
    try {
      return this.rightFor(platform, await this.credentials.read(accountId));
    } catch (error) {
      if (error instanceof CredentialsAreMissing) return 'yes';
      throw error;
    }
  }

  /**
   * `rightOf` for given credentials. If the platform did not report the granted permissions, this is `yes`; a
   * deletion then reveals whether the permission exists.
   */
  rightFor(platform: Platform, credentials: JsonObject): DeletionRight {
    const known = this.#rightWithoutCredentials(platform);
    if (known) return known;
    const connector = this.connectors.find(platform);
    if (connector?.deletesPostsWith?.(credentials) === false) return 'not-offered';
    const granted = scopesIn(credentials['scopes']);
    const scope = connector?.descriptor.deletionScope ?? '';
    return granted.length === 0 || granted.includes(scope) ? 'yes' : 'not-granted';
  }

  #rightWithoutCredentials(platform: Platform): DeletionRight | null {
    const connector = this.connectors.find(platform);
    if (!connector?.deletePost) return 'not-offered';
    return connector.descriptor.deletionScope === undefined ? 'yes' : null;
  }
}
