import type { PlatformLimits } from '@posthorn/contracts/integrations/platform-limits';
import type { Platform } from '@posthorn/contracts/shared/platform';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { appNames, type AppName } from '#infrastructure/config/app-names.ts';
import { Configuration } from '#infrastructure/config/configuration.ts';
import { EventReader } from '#infrastructure/log/event-reader.ts';
import { OutgoingError } from '#infrastructure/outgoing/outgoing-error.ts';
import { Connectors } from '../../connectors/connectors.ts';
import { PlatformHttp } from '../../connectors/platform-http.ts';
import { accountStream } from '../../domain/account.ts';
import {
  BudgetsOf,
  ConnectionStateOf,
  DeletesPosts,
  LimitsOf,
  RepetitionOf,
  RestOf,
  type Budget,
  type ConnectionState,
  type DeletionRight,
  type Repetition,
} from '../../public.ts';
import { limitsFrom } from '../account-view.ts';
import { DeletionRights } from '../deletion-rights.ts';
import { UsableAccounts } from './usable-accounts.ts';

@QueryHandler(BudgetsOf)
export class BudgetsOfHandler implements IQueryHandler<BudgetsOf> {
  constructor(private readonly connectors: Connectors) {}

  execute({ platform }: BudgetsOf): Promise<readonly Budget[]> {
    return Promise.resolve(this.connectors.find(platform)?.budgets ?? []);
  }
}

@QueryHandler(LimitsOf)
export class LimitsOfHandler implements IQueryHandler<LimitsOf> {
  constructor(private readonly reader: EventReader) {}

  async execute({ accountId }: LimitsOf): Promise<PlatformLimits | null> {
    const { state } = await this.reader.load(accountStream, accountId);
    return state.status === 'new' ? null : limitsFrom(state.connection.limits);
  }
}

@QueryHandler(ConnectionStateOf)
export class ConnectionStateOfHandler implements IQueryHandler<ConnectionStateOf> {
  constructor(private readonly accounts: UsableAccounts) {}

  async execute(account: ConnectionStateOf): Promise<ConnectionState> {
    const state = await this.accounts.stateOf(account);
    return state === null || state.status === 'new' ? 'disconnected' : state.status;
  }
}

@QueryHandler(DeletesPosts)
export class DeletesPostsHandler implements IQueryHandler<DeletesPosts> {
  constructor(private readonly rights: DeletionRights) {}

  execute({ platform, accountId }: DeletesPosts): Promise<DeletionRight> {
    return this.rights.of(platform, accountId);
  }
}

const UNDESCRIBED: Repetition = {
  rule: 'never',
  callBytes: 0,
  visibility: 60_000,
  isHarmlessWhenLate: false,
  listsPosts: false,
  setsCovers: false,
};

@QueryHandler(RepetitionOf)
export class RepetitionOfHandler implements IQueryHandler<RepetitionOf> {
  constructor(private readonly connectors: Connectors) {}

  /** A platform that nobody described is never repeated without a person. */
  execute({ platform }: RepetitionOf): Promise<Repetition> {
    const connector = this.connectors.find(platform);
    if (!connector) return Promise.resolve(UNDESCRIBED);
    const { lookUp, callBytes = 0 } = connector.descriptor;
    const { visibilitySeconds, isHarmlessWhenLate, listsPosts } = lookUp;
    const visibility = visibilitySeconds * 1000;
    const { repeatRule: rule } = connector;
    const setsCovers = connector.setCover !== undefined;
    return Promise.resolve({ rule, callBytes, visibility, isHarmlessWhenLate, listsPosts, setsCovers });
  }
}

@QueryHandler(RestOf)
export class RestOfHandler implements IQueryHandler<RestOf> {
  constructor(
    private readonly accounts: UsableAccounts,
    private readonly http: PlatformHttp,
    private readonly configuration: Configuration,
  ) {}

  async execute({ target }: RestOf): Promise<number> {
    const state = await this.accounts.recentStateOf(target);
    if (!state || state.status === 'new') return 0;
    const { server } = state.connection;
    const address = server ?? this.#addressOf(target.platform);
    if (address === null) return 0;
    try {
      return this.http.restOf(target.platform, address, { userChosen: server !== null });
    } catch (error) {
      // An address that is not let through is the call's business.
      if (error instanceof OutgoingError) return 0;
      throw error;
    }
  }

  /** Where the platform is one home for all. */
  #addressOf(platform: Platform): string | null {
    const { platformApps } = this.configuration;
    if (platform === 'instagram') return platformApps.instagramApiUrl;
    return isAppName(platform) ? platformApps[platform].apiUrl : null;
  }
}

const isAppName = (platform: Platform): platform is Platform & AppName =>
  (appNames as readonly string[]).includes(platform);
