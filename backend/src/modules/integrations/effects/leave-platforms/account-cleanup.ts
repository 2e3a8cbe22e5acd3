import { Injectable, Logger } from '@nestjs/common';
import { Farewells } from '#infrastructure/personal-data/erasure/farewells.ts';
import { EventReader } from '#infrastructure/event-log/event-reader.ts';
import { accountStream } from '../../domain/account/account.ts';
import { Credentials } from '../../stores/credentials/credentials.ts';
import { UploadAddressVault } from '../../stores/upload-addresses/upload-addresses.ts';
import { SubscriptionEnd } from '../subscribe-accounts/subscription-end.ts';
import { AccountRoster } from '../../read-models/accounts/account-roster.ts';
import { Revocation } from './revocation.ts';

/** Of the account of somebody who leaves for good: see `LeavePlatforms`. */
export const farewellOf = (accountId: number): string => `integrations.account-${String(accountId)}`;

/**
 * What a disconnect leaves to do outside the log, and a connection that a crash cut off. Safe to repeat; does nothing to an
 * account that is connected again or being connected right now.
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
    private readonly farewells: Farewells,
  ) {}

  async of(accountId: number): Promise<void> {
    // None begins any more once the account is disconnected; the tokens that one under way brings are to be closed too.
    await this.credentials.settled(accountId);
    // In this order: a connection that begins after the events were read is seen by the place it takes.
    const place = await this.roster.placeOf(accountId);
    const { state } = await this.reader.load(accountStream, accountId);
    if (!place || state.status === 'active' || state.status === 'needs-reconnect') return;
    const left = await this.roster.leave(place);
    if (!left) return;
    await this.uploads.forget(accountId);
    const secret = left.sealed && this.credentials.opened(accountId, left.sealed);
    // What was never connected is not taken back: elsewhere it may be all that another account of the same person has.
    if (!secret || state.status === 'new') return;
    const { platform, remoteId } = state.connection;
    // While the credentials are still good.
    await this.subscriptions.of(accountId, platform, secret);
    try {
      const result = await this.revocation.of({ platform, remoteId, credentials: secret });
      // Of somebody who leaves for good; nothing is kept of an account that is only disconnected.
      await (result === 'by-hand'
        ? this.farewells.onlyByHand(farewellOf(accountId))
        : this.farewells.heard(farewellOf(accountId)));
    } catch (error) {
      // It is disconnected here in any case; a platform that cannot be reached does not keep it.
      this.#logger.warn({ msg: 'session not closed at the platform', accountId, err: error });
    }
  }

  /** Of connections that were cut off. */
  async ofUnfinished(): Promise<void> {
    for (const accountId of await this.roster.unfinished()) await this.of(accountId);
  }
}
