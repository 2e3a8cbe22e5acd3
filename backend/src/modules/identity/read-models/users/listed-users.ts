import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { KnownUsers } from '../../ports/known-users.ts';
import { USERS_VIEW } from './user-list.projection.ts';

@Injectable()
export class ListedUsers extends KnownUsers {
  constructor(private readonly pool: Pool) {
    super();
  }

  override async has(userId: string): Promise<boolean> {
    const { rowCount } = await this.pool.query(`select from ${USERS_VIEW} where id = $1`, [userId]);
    return rowCount === 1;
  }
}
