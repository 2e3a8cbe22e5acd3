import type { Platform } from '@posthorn/contracts/shared/platform';
import { Configuration } from '#infrastructure/config/configuration.ts';
import { appNames, type AppName } from '#infrastructure/config/app-names.ts';
import { OutgoingError } from '#infrastructure/outgoing/outgoing-error.ts';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { PlatformHttp } from '../../connectors/platform-http.ts';
import { RestOf } from '../../public.ts';
import { UsableAccounts } from './usable-accounts.ts';

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
