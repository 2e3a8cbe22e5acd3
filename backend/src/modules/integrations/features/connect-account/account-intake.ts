import type { AccountView } from '@posthorn/contracts/integrations/accounts.http';
import { DomainError } from '@posthorn/contracts/shared/refusal';
import { Injectable } from '@nestjs/common';
import { DatabaseClock } from '#infrastructure/database/database-clock.ts';
import { storable } from '#infrastructure/outgoing/storable-text.ts';
import { EventReader } from '#infrastructure/event-log/event-reader.ts';
import { StreamWriter } from '#infrastructure/event-log/stream-writer.ts';
import { PlanOf } from '#modules/identity/ports/plan-of.ts';
import { accountStream, connect, type Connection } from '../../domain/account/account.ts';
import { expiryOf } from '#connectors/kit/oauth/oauth-credentials.ts';
import type { RemoteAccount } from '#connectors/contract/connector.ts';
import { Credentials } from '../../stores/credentials/credentials.ts';
import { limitsToJson, viewOf } from '../../read-models/accounts/account-view.ts';
import { ConnectPaths } from '../../stores/credentials/connect-paths.ts';
import { DeletionRights } from '../../stores/credentials/deletion-rights.ts';
import { AccountRoster } from '../../read-models/accounts/account-roster.ts';
import { PictureFetches } from '../../stores/account-pictures/picture-fetches.ts';

/**
 * The maximum length of a stored name, in code points. The longest name that a known server allows has 64.
 */
const NAME_MAX = 200;

export type IntakeResult = Readonly<{ account: AccountView; renewed: boolean }>;

/** Connects an account that its platform has confirmed. */
@Injectable()
export class AccountIntake {
  constructor(
    private readonly roster: AccountRoster,
    private readonly credentials: Credentials,
    private readonly reader: EventReader,
    private readonly writer: StreamWriter,
    private readonly plans: PlanOf,
    private readonly clock: DatabaseClock,
    private readonly rights: DeletionRights,
    private readonly paths: ConnectPaths,
    private readonly pictures: PictureFetches,
  ) {}

  /** Whether this user has the account connected. */
  async isConnected(
    ownerId: string,
    { platform, remoteId }: Pick<RemoteAccount, 'platform' | 'remoteId'>,
  ): Promise<boolean> {
    const accountId = await this.roster.knownIdOf({ ownerId, platform, remoteId });
    if (accountId === null) return false;
    const { state } = await this.reader.load(accountStream, accountId);
    return state.status === 'active';
  }

  /** A new login for a connected account renews its credentials and names. @throws AccountLimitReached */
  async takeOrRenew(ownerId: string, remote: RemoteAccount): Promise<IntakeResult> {
    const { platform, remoteId } = remote;
    const accountId = await this.roster.idOf({ ownerId, platform, remoteId });
    const { connectedAccounts } = await this.plans.entitlementsOf(ownerId);
    const place = await this.roster.takePlace(ownerId, accountId, connectedAccounts ?? Infinity);
    // Stored before the event, so that a connected account always has credentials. When two logins run at the
    // same time, the last stored credentials win. `merge` keeps fields that the new login omits.
    await this.credentials.merge(accountId, remote.credentials);
    // This only requests the picture. A worker fetches it after the connection is recorded.
    if (remote.picture !== undefined)
      await this.pictures.requestFetch({ accountId, ownerId, platform }, remote.picture);
    const connection = await this.#connectionOf(accountId, ownerId, remote);
    try {
      const { appended } = await this.writer.decide(accountStream, accountId, (account) =>
        connect(account, connection, expiryOf(remote.credentials)),
      );
      await this.roster.settle(accountId, place);
      const renewed = appended.some(({ type }) => type === 'AccountCredentialsRenewed');
      const deletion = this.rights.rightFor(platform, remote.credentials);
      const connectPath = this.paths.pathFor(platform, remote.credentials);
      const commentsPath = await this.paths.commentsPathOf(platform, accountId);
      return { account: viewOf(connection, 'active', { deletion, connectPath, commentsPath }), renewed };
    } catch (error) {
      // After any other error, the event may have been recorded. So the place is kept, and
      // `cleanUpUnfinished` decides later.
      if (error instanceof DomainError) await this.roster.settle(accountId, place);
      throw error;
    }
  }

  async #connectionOf(accountId: number, ownerId: string, remote: RemoteAccount): Promise<Connection> {
    const { platform, remoteId, server } = remote;
    return {
      accountId,
      ownerId,
      platform,
      remoteId,
      accountName: storableName(remote.accountName),
      displayName: remote.displayName === null ? null : storableName(remote.displayName),
      server,
      limits: limitsToJson(remote.limits),
      connectedAt: (await this.clock.now()).toISOString(),
    };
  }
}

/** Limits the length of a name, because the operator of a server decides the names of its accounts. */
const storableName = (name: string): string => Array.from(storable(name)).slice(0, NAME_MAX).join('');
