import { Injectable, Logger } from '@nestjs/common';
import { RemoteRevocations } from '#infrastructure/personal-data/erasure/remote-revocations.ts';
import { EventReader } from '#infrastructure/event-log/event-reader.ts';
import { accountStream } from '../../domain/account/account.ts';
import { Credentials } from '../../stores/credentials/credentials.ts';
import { UploadAddressVault } from '../../stores/upload-addresses/upload-addresses.ts';
import { SubscriptionEnd } from '../subscribe-accounts/subscription-end.ts';
import { AccountRoster } from '../../read-models/accounts/account-roster.ts';
import { Revocation } from './revocation.ts';

/** The id of the pending revocation for an account of an erased user: see `LeavePlatforms`. */
export const revocationIdOf = (accountId: number): string => `integrations.account-${String(accountId)}`;

/**
 * Does everything except the event after a disconnect or an interrupted connection. It is safe to repeat. It
 * skips an account that is connected again or that a user is just connecting.
 */
@Injectable()
export class AccountCleanup {
  readonly #logger = new Logger('accounts');

  constructor(
    private readonly revocation: Revocation,
    private readonly roster: AccountRoster,
    private readonly credentials: Credentials,
    private readonly uploads: UploadAddressVault,
    private readonly reader: EventReader,
    private readonly subscriptions: SubscriptionEnd,
    private readonly revocations: RemoteRevocations,
  ) {}

  async cleanUp(accountId: number): Promise<void> {
    // No renewal starts after the disconnect. But a running renewal may store new tokens, which must be
    // revoked too. So this waits for it.
    await this.credentials.waitForRenewal(accountId);
    // The order matters: a connection that starts after the events were read changes `place`, and then
    // `leave` does nothing.
    const place = await this.roster.placeOf(accountId);
    const { state } = await this.reader.load(accountStream, accountId);
    if (!place || state.status === 'active' || state.status === 'needs-reconnect') return;
    const removed = await this.roster.leave(place);
    if (!removed) return;
    await this.uploads.forget(accountId);
    const secret = removed.encrypted && this.credentials.decryptRemoved(accountId, removed.encrypted);
    // Credentials of an unfinished connection are not revoked: another account of the same person may depend on them.
    if (!secret || state.status === 'new') return;
    const { platform, remoteId } = state.connection;
    // The subscription ends first, while the credentials are still valid.
    await this.subscriptions.end(accountId, platform, secret);
    try {
      const result = await this.revocation.revoke({ platform, remoteId, credentials: secret });
      // Only the erasure of a user stores a pending revocation. For other disconnects these calls do nothing.
      await (result === 'by-hand'
        ? this.revocations.onlyByHand(revocationIdOf(accountId))
        : this.revocations.succeeded(revocationIdOf(accountId)));
    } catch (error) {
      // Posthorn disconnects the account in any case, even if the platform is unreachable.
      this.#logger.warn({
        msg: 'The tokens of a disconnected account were not revoked; they stay valid at its platform',
        accountId,
        err: error,
      });
    }
  }

  /** Cleans up after interrupted connections. */
  async cleanUpUnfinished(): Promise<void> {
    for (const accountId of await this.roster.unfinished()) await this.cleanUp(accountId);
  }
}
