import { ConnectedAccounts } from '#modules/integrations/ports/connected-accounts.ts';
import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { DUE_VIEW } from '../../read-models/targets/target-rows.ts';

/** Stored for platforms that have one server for all accounts. */
const ONE_FOR_ALL = '';

/**
 * Stores the server of each account for the due table. So a hanging server does not use the slots of other
 * servers. An entry is refreshed after a day, because accounts may move to other servers.
 */
@Injectable()
export class AccountServers {
  constructor(
    private readonly pool: Pool,
    private readonly accounts: ConnectedAccounts,
  ) {}

  /**
   * Loads the servers of accounts that have something due within a minute and no fresh entry. Stores and
   * returns them.
   */
  async learn(): Promise<ReadonlyMap<number, string>> {
    const { rows } = await this.pool.query<{ id: number }>(
      `select distinct d.account_id::float8 as id from ${DUE_VIEW} d
       where d.due_at < now() + interval '1 minute' and not exists (
         select from publishing.home h where h.account_id = d.account_id and h.learned_at > now() - interval '1 day')
       limit 1000`,
    );
    if (rows.length === 0) return new Map();
    const ids = rows.map(({ id }) => id);
    const found = await this.accounts.serversOf(ids);
    // Also stores accounts without a known server, so that they are not loaded again each time.
    const servers = new Map(ids.map((id) => [id, ONE_FOR_ALL]));
    for (const { id, server } of found) servers.set(id, server ?? ONE_FOR_ALL);
    await this.pool.query(
      `insert into publishing.home (account_id, server) select * from unnest($1::bigint[], $2::text[]) order by 1
       on conflict (account_id) do update set server = excluded.server, learned_at = now()`,
      [[...servers.keys()], [...servers.values()]],
    );
    return servers;
  }

  /**
   * Deletes the servers of all accounts that the owner ever connected, because a server may belong to one
   * person.
   */
  async forgetOf(ownerId: string): Promise<void> {
    const ids = await this.accounts.idsOf(ownerId);
    await this.pool.query('delete from publishing.home where account_id = any($1::bigint[])', [ids]);
  }
}
