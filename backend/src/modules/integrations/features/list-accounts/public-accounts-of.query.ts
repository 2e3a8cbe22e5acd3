import type { PublicAccountView } from '@posthorn/contracts/identity/public-user.http';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Pool } from 'pg';
import { ReadGate } from '#infrastructure/projections/read-gate.ts';
import { Connectors } from '../../connectors/connectors.ts';
import { PublicAccountsOf } from '../../public.ts';
import { accountList, type AccountRow } from './account-list.projection.ts';

type Row = Pick<AccountRow, 'platform' | 'account_name' | 'display_name' | 'server'>;

@QueryHandler(PublicAccountsOf)
export class PublicAccountsOfHandler implements IQueryHandler<PublicAccountsOf> {
  constructor(
    private readonly pool: Pool,
    private readonly gate: ReadGate,
    private readonly connectors: Connectors,
  ) {}

  async execute({ userId }: PublicAccountsOf): Promise<readonly PublicAccountView[]> {
    await this.gate.waitFor([accountList.name]);
    const { rows } = await this.pool.query<Row>(
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
