import type { PublicAccountView } from '@posthorn/contracts/identity/public-user.http';
import type { Platform } from '@posthorn/contracts/shared/platform';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Pool } from 'pg';
import { EventReader } from '#infrastructure/log/event-reader.ts';
import { ReadGate } from '#infrastructure/projections/read-gate.ts';
import { Connectors } from '../../connectors/connectors.ts';
import { accountStream } from '../../domain/account.ts';
import {
  AccountIdsOf,
  AccountNames,
  AccountsByRemoteId,
  PublicAccountsOf,
  ServersOf,
  TroubleOfAccount,
  type AccountTrouble,
} from '../../public.ts';
import { AccountRoster } from '../connect-account/account-roster.ts';
import { accountList, type AccountRow } from './account-list.projection.ts';

@QueryHandler(AccountIdsOf)
export class AccountIdsOfHandler implements IQueryHandler<AccountIdsOf> {
  constructor(private readonly roster: AccountRoster) {}

  execute({ ownerId }: AccountIdsOf): Promise<readonly number[]> {
    return this.roster.idsOf(ownerId);
  }
}

type AccountNameRow = {
  id: string;
  platform: Platform;
  accountName: string;
  ownerId: string;
  connected: boolean;
};

@QueryHandler(AccountNames)
export class AccountNamesHandler implements IQueryHandler<AccountNames> {
  constructor(
    private readonly pool: Pool,
    private readonly gate: ReadGate,
  ) {}

  async execute({ ids }: AccountNames) {
    if (ids.length === 0) return [];
    await this.gate.waitFor([accountList.name]);
    const { rows } = await this.pool.query<AccountNameRow>(
      `select account_id as id, platform, account_name as "accountName", owner_id as "ownerId",
         status <> 'disconnected' as connected
       from read_v1.integrations_account where account_id = any($1)`,
      [ids],
    );
    return rows.map((row) => ({ ...row, id: Number(row.id) }));
  }
}

type AccountKeyRow = { remoteId: string; accountId: number; ownerId: string };

@QueryHandler(AccountsByRemoteId)
export class AccountsByRemoteIdHandler implements IQueryHandler<AccountsByRemoteId> {
  constructor(private readonly pool: Pool) {}

  async execute({ platform, remoteIds }: AccountsByRemoteId): Promise<AccountKeyRow[]> {
    if (remoteIds.length === 0) return [];
    const { rows } = await this.pool.query<AccountKeyRow>({
      name: 'accounts-by-remote-id',
      text: `select remote_id as "remoteId", account_id::float8 as "accountId", owner_id as "ownerId"
        from integrations.account_key where platform = $1 and remote_id = any($2)`,
      values: [platform, remoteIds],
    });
    return rows;
  }
}

type PublicAccountRow = Pick<AccountRow, 'platform' | 'account_name' | 'display_name' | 'server'>;

@QueryHandler(PublicAccountsOf)
export class PublicAccountsOfHandler implements IQueryHandler<PublicAccountsOf> {
  constructor(
    private readonly pool: Pool,
    private readonly gate: ReadGate,
    private readonly connectors: Connectors,
  ) {}

  async execute({ userId }: PublicAccountsOf): Promise<readonly PublicAccountView[]> {
    await this.gate.waitFor([accountList.name]);
    const { rows } = await this.pool.query<PublicAccountRow>(
      `select platform, account_name, display_name, server from read_v1.integrations_account
       where owner_id = $1 and status = 'active' order by platform, account_id`,
      [userId],
    );
    return rows.map(({ platform, account_name: accountName, display_name: displayName, server }) => {
      const addressOf = this.connectors.find(platform)?.descriptor.publicAddress;
      return { platform, accountName, address: addressOf?.({ accountName, displayName, server }) ?? null };
    });
  }
}

type ServerRow = { id: number; server: string | null };

/** As the list has it: who asks can do without the news of the last moment, and must not wait for it. */
@QueryHandler(ServersOf)
export class ServersOfHandler implements IQueryHandler<ServersOf> {
  constructor(private readonly pool: Pool) {}

  async execute({ ids }: ServersOf): Promise<ServerRow[]> {
    const { rows } = await this.pool.query<ServerRow>(
      'select account_id::float8 as id, server from read_v1.integrations_account where account_id = any($1)',
      [ids],
    );
    return rows;
  }
}

@QueryHandler(TroubleOfAccount)
export class TroubleOfAccountHandler implements IQueryHandler<TroubleOfAccount> {
  constructor(private readonly reader: EventReader) {}

  /** From the stream: a mail is sent by it. */
  async execute({ accountId, ownerId }: TroubleOfAccount): Promise<AccountTrouble | null> {
    const { state } = await this.reader.load(accountStream, accountId);
    if (state.status === 'new' || state.connection.ownerId !== ownerId) return null;
    if (state.status === 'needs-reconnect') return { cause: 'reconnect', endsAt: null };
    const { status, expirySeen = null } = state;
    return status === 'active' && expirySeen !== null ? { cause: 'ending', endsAt: expirySeen } : null;
  }
}
