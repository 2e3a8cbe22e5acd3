import { ACCOUNT, type AccountView } from '@posthorn/contracts/integrations/accounts.http';
import type { Platform } from '@posthorn/contracts/shared/platform';
import { Logger } from '@nestjs/common';
import { Command, CommandHandler, QueryBus, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#infrastructure/clock.ts';
import { EventReader } from '#infrastructure/log/event-reader.ts';
import { StreamWriter } from '#infrastructure/log/stream-writer.ts';
import { PlanOf } from '#modules/billing/public.ts';
import { AlreadyConnected } from '../../domain/account.errors.ts';
import { accountStream, connect } from '../../domain/account.ts';
import { PlatformIsMissing, Providers } from '../../providers/providers.ts';
import type { Proof, RemoteAccount, SocialProvider } from '../../providers/social-provider.ts';
import { Credentials } from '../../vault/credentials.ts';
import { limitsToJson, viewOf } from '../account-view.ts';
import { AccountRoster } from './account-roster.ts';

/** Code points. The longest that a known server allows is 64. */
const NAME_MAX = 200;

export class ConnectAccount extends Command<AccountView> {
  constructor(
    readonly ownerId: string,
    readonly platform: Platform,
    readonly proof: Proof,
  ) {
    super();
  }
}

@CommandHandler(ConnectAccount)
export class ConnectAccountHandler implements ICommandHandler<ConnectAccount> {
  readonly #logger = new Logger('accounts');

  constructor(
    private readonly providers: Providers,
    private readonly roster: AccountRoster,
    private readonly credentials: Credentials,
    private readonly reader: EventReader,
    private readonly writer: StreamWriter,
    private readonly queries: QueryBus,
    private readonly clock: Clock,
  ) {}

  /** @throws AlreadyConnected, AccountLimitReached, and what the provider says of the proof */
  async execute({ ownerId, platform, proof }: ConnectAccount): Promise<AccountView> {
    const provider = this.providers.of(platform);
    if (!provider.connect) throw new PlatformIsMissing();
    const remote = await provider.connect(proof);
    const accountId = await this.roster.idOf({ ownerId, platform, remoteId: remote.remoteId });
    await this.#refuseIfConnected(accountId, provider, remote);
    const plan = await this.queries.execute(new PlanOf(ownerId));
    await this.roster.hold(
      ownerId,
      accountId,
      plan === 'premium' ? Number.POSITIVE_INFINITY : ACCOUNT.freeMax,
    );
    // Before the fact: an account that is seen as connected has credentials. Of two that race here, both are good.
    await this.credentials.store(accountId, remote.credentials);
    const { remoteId, server } = remote;
    const accountName = short(remote.accountName);
    const displayName = remote.displayName === null ? null : short(remote.displayName);
    const connectedAt = this.clock.now().toISOString();
    const limits = limitsToJson(remote.limits);
    const connection = {
      accountId,
      ownerId,
      platform,
      remoteId,
      accountName,
      displayName,
      server,
      limits,
      connectedAt,
    };
    await this.writer.decide(accountStream, accountId, (account) => connect(account, connection));
    return viewOf(connection, 'active');
  }

  async #refuseIfConnected(
    accountId: number,
    provider: SocialProvider,
    remote: RemoteAccount,
  ): Promise<void> {
    const { state } = await this.reader.load(accountStream, accountId);
    if (state.status !== 'active') return;
    // The session that was just opened is of no use; the one that is in use stays as it is.
    provider.disconnect(remote.credentials).catch((error: unknown) => {
      this.#logger.debug({ msg: 'superfluous session not closed', accountId, err: error });
    });
    throw new AlreadyConnected();
  }
}

/** A server that anybody may run decides its accounts' names; they go into every list. */
const short = (name: string): string => Array.from(name).slice(0, NAME_MAX).join('');
