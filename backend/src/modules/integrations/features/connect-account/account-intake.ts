import { ACCOUNT, type AccountView } from '@posthorn/contracts/integrations/accounts.http';
import { Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { Clock } from '#infrastructure/clock.ts';
import { EventReader } from '#infrastructure/log/event-reader.ts';
import { StreamWriter } from '#infrastructure/log/stream-writer.ts';
import { PlanOf } from '#modules/billing/public.ts';
import { accountStream, connect, noteRenewal, type Connection } from '../../domain/account.ts';
import { expiryOf } from '../../providers/oauth/oauth-credentials.ts';
import type { RemoteAccount } from '../../providers/social-provider.ts';
import { Credentials } from '../../vault/credentials.ts';
import { limitsToJson, viewOf } from '../account-view.ts';
import { AccountRoster } from './account-roster.ts';

/** Code points. The longest that a known server allows is 64. */
const NAME_MAX = 200;

export type TakenIn = Readonly<{ account: AccountView; renewed: boolean }>;

/** Makes an account that its platform has confirmed one of the user's. */
@Injectable()
export class AccountIntake {
  constructor(
    private readonly roster: AccountRoster,
    private readonly credentials: Credentials,
    private readonly reader: EventReader,
    private readonly writer: StreamWriter,
    private readonly queries: QueryBus,
    private readonly clock: Clock,
  ) {}

  idOf(
    ownerId: string,
    { platform, remoteId }: Pick<RemoteAccount, 'platform' | 'remoteId'>,
  ): Promise<number> {
    return this.roster.idOf({ ownerId, platform, remoteId });
  }

  async isConnected(accountId: number): Promise<boolean> {
    const { state } = await this.reader.load(accountStream, accountId);
    return state.status === 'active';
  }

  /** @throws AlreadyConnected, AccountLimitReached */
  async take(ownerId: string, remote: RemoteAccount): Promise<AccountView> {
    const accountId = await this.idOf(ownerId, remote);
    const plan = await this.queries.execute(new PlanOf(ownerId));
    await this.roster.hold(
      ownerId,
      accountId,
      plan === 'premium' ? Number.POSITIVE_INFINITY : ACCOUNT.freeMax,
    );
    // Before the fact: an account that is seen as connected has credentials. Of two that race here, both are good.
    await this.credentials.merge(accountId, remote.credentials);
    const connection = this.#connectionOf(accountId, ownerId, remote);
    await this.writer.decide(accountStream, accountId, (account) => connect(account, connection));
    return viewOf(connection, 'active');
  }

  /** The same, but new consent for an account that is connected already renews it. @throws AccountLimitReached */
  async takeOrRenew(ownerId: string, remote: RemoteAccount): Promise<TakenIn> {
    const accountId = await this.idOf(ownerId, remote);
    if (!(await this.isConnected(accountId)))
      return { account: await this.take(ownerId, remote), renewed: false };
    // Some platforms end the tokens of the consent before; what the new one leaves out stays as it was.
    await this.credentials.merge(accountId, remote.credentials);
    const expiresAt = expiryOf(remote.credentials);
    const renewedAt = this.clock.now().toISOString();
    await this.writer.decide(accountStream, accountId, (account) =>
      noteRenewal(account, { cause: 'consent', expiresAt, renewedAt }),
    );
    return { account: viewOf(this.#connectionOf(accountId, ownerId, remote), 'active'), renewed: true };
  }

  #connectionOf(accountId: number, ownerId: string, remote: RemoteAccount): Connection {
    const { platform, remoteId, server } = remote;
    return {
      accountId,
      ownerId,
      platform,
      remoteId,
      accountName: short(remote.accountName),
      displayName: remote.displayName === null ? null : short(remote.displayName),
      server,
      limits: limitsToJson(remote.limits),
      connectedAt: this.clock.now().toISOString(),
    };
  }
}

/** A server that anybody may run decides its accounts' names; they go into every list. */
const short = (name: string): string => Array.from(name).slice(0, NAME_MAX).join('');
