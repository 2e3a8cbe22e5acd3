import type { AccountStatus, AccountView } from '@posthorn/contracts/integrations/accounts.http';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Pool } from 'pg';
import { ReadGate } from '#infrastructure/projections/read-gate.ts';
import { AccountsOf } from '../../public.ts';
import { viewOf } from '../account-view.ts';
import { ConnectPaths } from '../connect-paths.ts';
import { DeletionRights } from '../deletion-rights.ts';
import { accountList, type AccountRow } from './account-list.projection.ts';

type Row = Omit<AccountRow, 'account_id' | 'connected_at' | 'status'> &
  Readonly<{ account_id: string; connected_at: Date; status: AccountStatus }>;

@QueryHandler(AccountsOf)
export class AccountsOfHandler implements IQueryHandler<AccountsOf> {
  constructor(
    private readonly pool: Pool,
    private readonly gate: ReadGate,
    private readonly rights: DeletionRights,
    private readonly paths: ConnectPaths,
  ) {}

  async execute({ userId }: AccountsOf): Promise<readonly AccountView[]> {
    await this.gate.waitFor([accountList.name]);
    const { rows } = await this.pool.query<Row>(
      `select * from read_v1.integrations_account where owner_id = $1 and status <> 'disconnected'
       order by platform, account_id`,
      [userId],
    );
    return Promise.all(
      rows.map(async (row) => {
        const account = shown(row);
        const [deletion, connectPath, commentsPath] = await Promise.all([
          this.rights.of(row.platform, account.accountId),
          this.paths.of(row.platform, account.accountId),
          this.paths.ofComments(row.platform, account.accountId),
        ]);
        return viewOf(account, row.status, { deletion, connectPath, commentsPath });
      }),
    );
  }
}

const shown = (row: Row) => ({
  accountId: Number(row.account_id),
  platform: row.platform,
  accountName: row.account_name,
  displayName: row.display_name,
  server: row.server,
  connectedAt: row.connected_at.toISOString(),
  limits: row.limits,
});
