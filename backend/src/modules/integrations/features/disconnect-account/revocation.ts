import type { Platform } from '@posthorn/contracts/shared/platform';
import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import { Injectable } from '@nestjs/common';
import { Connectors } from '../../connectors/connectors.ts';
import { AccountRoster } from '../connect-account/account-roster.ts';

/** Credentials that are out of use here, and the account of a platform that they open. */
export type LeftCredentials = Readonly<{ platform: Platform; remoteId: string; credentials: JsonObject }>;

/** `held`: another user has the account connected, so nothing was revoked. `by-hand`: the platform takes nothing back. */
export type RevocationResult = 'revoked' | 'held' | 'by-hand';

/** The only way in which credentials are given back to a platform. */
@Injectable()
export class Revocation {
  constructor(
    private readonly connectors: Connectors,
    private readonly roster: AccountRoster,
  ) {}

  /**
   * Call it once the account has left the roster, or its own row counts as a holder. Most platforms end every token of the
   * application for that account, those of other people here too: then the last one to leave revokes.
   * @throws whatever kept the platform from answering
   */
  async of({ platform, remoteId, credentials }: LeftCredentials): Promise<RevocationResult> {
    const connector = this.connectors.find(platform);
    if (!connector) return 'by-hand';
    if (!connector.endsOneLoginOnly && (await this.roster.isHeld(platform, remoteId))) return 'held';
    return (await connector.disconnect(credentials)) ? 'revoked' : 'by-hand';
  }
}
