import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Pool } from 'pg';
import { AccountsByRemoteId } from '../../public.ts';

type Row = { remoteId: string; accountId: number; ownerId: string };

@QueryHandler(AccountsByRemoteId)
export class AccountsByRemoteIdHandler implements IQueryHandler<AccountsByRemoteId> {
  constructor(private readonly pool: Pool) {}

  async execute({ platform, remoteIds }: AccountsByRemoteId): Promise<Row[]> {
    if (remoteIds.length === 0) return [];
    const { rows } = await this.pool.query<Row>({
      name: 'accounts-by-remote-id',
      text: `select remote_id as "remoteId", account_id::float8 as "accountId", owner_id as "ownerId"
        from integrations.account_key where platform = $1 and remote_id = any($2)`,
      values: [platform, remoteIds],
    });
    return rows;
  }
}
