import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Pool } from 'pg';
import { UserNames, type UserName } from '../../public.ts';

@QueryHandler(UserNames)
export class UserNamesHandler implements IQueryHandler<UserNames> {
  constructor(private readonly pool: Pool) {}

  async execute({ ids }: UserNames): Promise<readonly UserName[]> {
    const { rows } = await this.pool.query<UserName>(
      `select id, coalesce(nullif(concat_ws(' ', first_name, last_name), ''), '@' || username) as name
       from read_v2.identity_user where id = any($1)`,
      [ids],
    );
    return rows;
  }
}
