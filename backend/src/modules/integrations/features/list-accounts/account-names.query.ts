import type { Platform } from '@posthorn/contracts/shared/platform';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Pool } from 'pg';
import { ReadGate } from '#infrastructure/projections/read-gate.ts';
import { AccountNames } from '../../public.ts';
import { accountList } from './account-list.projection.ts';

type Row = { id: string; platform: Platform; accountName: string; ownerId: string; connected: boolean };

@QueryHandler(AccountNames)
export class AccountNamesHandler implements IQueryHandler<AccountNames> {
  constructor(
    private readonly pool: Pool,
    private readonly gate: ReadGate,
  ) {}

  async execute({ ids }: AccountNames) {
    if (ids.length === 0) return [];
    await this.gate.waitFor([accountList.name]);
    const { rows } = await this.pool.query<Row>(
      `select account_id as id, platform, account_name as "accountName", owner_id as "ownerId",
         status <> 'disconnected' as connected
       from read_v1.integrations_account where account_id = any($1)`,
      [ids],
    );
    return rows.map((row) => ({ ...row, id: Number(row.id) }));
  }
}
