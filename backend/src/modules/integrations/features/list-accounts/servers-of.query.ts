import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Pool } from 'pg';
import { ServersOf } from '../../public.ts';

type Row = { id: number; server: string | null };

/** As the list has it: who asks can do without the news of the last moment, and must not wait for it. */
@QueryHandler(ServersOf)
export class ServersOfHandler implements IQueryHandler<ServersOf> {
  constructor(private readonly pool: Pool) {}

  async execute({ ids }: ServersOf): Promise<Row[]> {
    const { rows } = await this.pool.query<Row>(
      'select account_id::float8 as id, server from read_v1.integrations_account where account_id = any($1)',
      [ids],
    );
    return rows;
  }
}
