import {
  externalAccounts,
  externalPlatforms,
  type ExternalAccount,
  type ExternalPlatform,
} from '@posthorn/contracts/external/accounts.http';
import { CurrentToken } from '#infrastructure/http/session/current-token.ts';
import type { TokenHolder } from '#infrastructure/http/session/token-reader.ts';
import { OpenedByToken } from '#infrastructure/http/session/token-route.ts';
import { Controller, Get } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ListPlatforms } from '../list-platforms/platforms.query.ts';
import { ConnectedAccounts } from '../../ports/connected-accounts.ts';

/**
 * Lists platforms and accounts for API programs. It uses the queries of the screens, but leaves out fields
 * that only screens need.
 */
@Controller()
export class ExternalAccountsController {
  constructor(
    private readonly queries: QueryBus,
    private readonly connected: ConnectedAccounts,
  ) {}

  @Get(externalPlatforms.path)
  @OpenedByToken(externalPlatforms.scope)
  async platforms(@CurrentToken() { userId }: TokenHolder): Promise<readonly ExternalPlatform[]> {
    const [platforms, accounts] = await Promise.all([
      this.queries.execute(new ListPlatforms()),
      this.connected.accountsOf(userId),
    ]);
    return platforms.map(({ platform, name, configured, capabilities, limits }) => ({
      platform,
      name,
      configured,
      capabilities,
      limits,
      connected: accounts
        .filter((account) => account.platform === platform)
        .map(({ id, accountName, displayName, status }) => ({ id, accountName, displayName, status })),
    }));
  }

  @Get(externalAccounts.path)
  @OpenedByToken(externalAccounts.scope)
  async accounts(@CurrentToken() { userId }: TokenHolder): Promise<readonly ExternalAccount[]> {
    const accounts = await this.connected.accountsOf(userId);
    return accounts.map(({ id, platform, accountName, displayName, status, ...account }) => {
      const { connectedAt, server, limits, deletesPosts } = account;
      return {
        id,
        platform,
        accountName,
        displayName,
        status,
        connectedAt,
        server,
        limits,
        deletesPosts,
      };
    });
  }
}
