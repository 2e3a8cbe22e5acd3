import type { Platform } from '@posthorn/contracts/shared/platform';
import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import { Injectable } from '@nestjs/common';
import { Connectors } from '#connectors/connectors.ts';
import { AccountRoster } from '../../read-models/accounts/account-roster.ts';

/** Credentials that no account in Posthorn uses any more, and the platform account that they belong to. */
export type AbandonedCredentials = Readonly<{
  platform: Platform;
  remoteId: string;
  credentials: JsonObject;
}>;

/**
 * `held`: another user has connected the same account, so nothing was revoked. `by-hand`: only the owner can
 * revoke, on the platform.
 */
export type RevocationResult = 'revoked' | 'held' | 'by-hand';

/** The only code that revokes credentials at a platform. */
@Injectable()
export class Revocation {
  constructor(
    private readonly connectors: Connectors,
    private readonly roster: AccountRoster,
  ) {}

  /**
   * Call this only after the account's row has left the roster. Otherwise this row counts as another user who
   * needs the permission. On most platforms a revocation ends all tokens of our application for that account,
   * including those of other users. So only the last user's disconnect revokes.
   * @throws the connector's error when the platform did not respond
   */
  async revoke({ platform, remoteId, credentials }: AbandonedCredentials): Promise<RevocationResult> {
    const connector = this.connectors.find(platform);
    if (!connector) return 'by-hand';
    if (!connector.endsOneLoginOnly && (await this.roster.isHeld(platform, remoteId))) return 'held';
    return (await connector.disconnect(credentials)) ? 'revoked' : 'by-hand';
  }
}
