import type { Platform } from '@posthorn/contracts/shared/platform';
import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import { Injectable } from '@nestjs/common';
import { Connectors } from '#connectors/connectors.ts';
import { AccountRoster } from '../../read-models/accounts/account-roster.ts';

/** Credentials that no account here uses any more, and the platform account that they open. */
export type AbandonedCredentials = Readonly<{
  platform: Platform;
  remoteId: string;
  credentials: JsonObject;
}>;

/** `held`: another person here has the account connected, so nothing was revoked. `by-hand`: only the person can end it at the platform. */
export type RevocationResult = 'revoked' | 'held' | 'by-hand';

/** The only code that revokes credentials at a platform. */
@Injectable()
export class Revocation {
  constructor(
    private readonly connectors: Connectors,
    private readonly roster: AccountRoster,
  ) {}

  /**
   * Call this after the account has left the roster: before, its own row counts as a holder. Most platforms end all tokens of the
   * application for that account, also those of other people here. So the last person to leave revokes.
   * @throws the error that kept the platform from answering
   */
  async revoke({ platform, remoteId, credentials }: AbandonedCredentials): Promise<RevocationResult> {
    const connector = this.connectors.find(platform);
    if (!connector) return 'by-hand';
    if (!connector.endsOneLoginOnly && (await this.roster.isHeld(platform, remoteId))) return 'held';
    return (await connector.disconnect(credentials)) ? 'revoked' : 'by-hand';
  }
}
