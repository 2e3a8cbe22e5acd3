import type { AccountStatus, AccountView } from '@posthorn/contracts/integrations/accounts.http';
import type { Platform } from '@posthorn/contracts/shared/platform';
import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { ReadGate } from '#infrastructure/readers/read-gate.ts';
import { Connectors } from '#connectors/connectors.ts';
import type { PublicAddress } from '#connectors/contract/public-address.ts';
import type { AccountKey, AccountKeys, AuthorId } from '../../ports/account-keys.ts';
import { ConnectedAccounts, type AccountServer, type NamedAccount } from '../../ports/connected-accounts.ts';
import { viewOf } from './account-view.ts';
import { AccountRoster } from './account-roster.ts';
import { ConnectPaths } from '../../stores/credentials/connect-paths.ts';
import { DeletionRights } from '../../stores/credentials/deletion-rights.ts';
import { ACCOUNTS_VIEW, accountList, type AccountRow } from './account-list.projection.ts';

type Row = Omit<AccountRow, 'account_id' | 'connected_at' | 'status'> &
  Readonly<{ account_id: string; connected_at: Date; status: AccountStatus }>;

@Injectable()
export class ListedAccounts extends ConnectedAccounts implements AccountKeys {
  constructor(
    private readonly pool: Pool,
    private readonly gate: ReadGate,
    private readonly roster: AccountRoster,
    private readonly rights: DeletionRights,
    private readonly paths: ConnectPaths,
    private readonly connectors: Connectors,
  ) {
    super();
  }

  async accountsOf(userId: string): Promise<readonly AccountView[]> {
    await this.gate.waitFor([accountList.name]);
    const { rows } = await this.pool.query<Row>(
      `select * from ${ACCOUNTS_VIEW} where owner_id = $1 and status <> 'disconnected'
       order by platform, account_id`,
      [userId],
    );
    return Promise.all(
      rows.map(async (row) => {
        const account = accountDataIn(row);
        const [deletion, connectPath, commentsPath] = await Promise.all([
          this.rights.rightOf(row.platform, account.accountId),
          this.paths.pathOf(row.platform, account.accountId),
          this.paths.commentsPathOf(row.platform, account.accountId),
        ]);
        return viewOf(account, row.status, { deletion, connectPath, commentsPath });
      }),
    );
  }

  idsOf(ownerId: string): Promise<readonly number[]> {
    return this.roster.idsOf(ownerId);
  }

  async named(ids: readonly number[]): Promise<readonly NamedAccount[]> {
    if (ids.length === 0) return [];
    await this.gate.waitFor([accountList.name]);
    const { rows } = await this.pool.query<Omit<NamedAccount, 'id'> & Readonly<{ id: string }>>(
      `select account_id as id, platform, account_name as "accountName", owner_id as "ownerId",
         status <> 'disconnected' as connected
       from ${ACCOUNTS_VIEW} where account_id = any($1)`,
      [ids],
    );
    return rows.map((row) => ({ ...row, id: Number(row.id) }));
  }

  async byAuthors(
    platform: Platform,
    authors: readonly AuthorId[],
    ownerId?: string,
  ): Promise<readonly AccountKey[]> {
    if (authors.length === 0) return [];
    const { rows } = await this.pool.query<AccountKey>({
      name: 'accounts-by-remote-id',
      text: `select remote_id as "remoteId", account_id::float8 as "accountId", owner_id as "ownerId"
        from integrations.account_key where platform = $1 and remote_id = any($2)`,
      values: [platform, authors.map(({ remoteId }) => remoteId)],
    });
    return [...rows, ...(await this.#byNames(platform, authors, ownerId))];
  }

  /** A disconnected account does not count, because its name may belong to another person by now. */
  async #byNames(
    platform: Platform,
    authors: readonly AuthorId[],
    ownerId: string | undefined,
  ): Promise<readonly AccountKey[]> {
    const { accountNameOf, publicAddress } = this.connectors.find(platform)?.descriptor ?? {};
    if (!accountNameOf) return [];
    const names = authors.map((author) => accountNameOf(author)?.toLowerCase() ?? null);
    const whose = ownerId === undefined ? 'true' : 'account.owner_id = $4';
    const { rows } = await this.pool.query<AccountKey & Parameters<PublicAddress>[0]>({
      name: `accounts-by-name-${whose}`,
      text: `select author.id as "remoteId", account.account_id::float8 as "accountId", account.owner_id as "ownerId",
          account.account_name as "accountName", account.display_name as "displayName", account.server
        from unnest($2::text[], $3::text[]) as author(id, name) join ${ACCOUNTS_VIEW} account on lower(account.account_name) = author.name
        where account.platform = $1 and account.status <> 'disconnected' and ${whose}`,
      values: [
        platform,
        authors.map(({ remoteId }) => remoteId),
        names,
        ...(ownerId === undefined ? [] : [ownerId]),
      ],
    });
    // Without a public URL, the name of an account may be its display name, which other people may have too.
    return rows.filter((account) => publicAddress?.(account) !== null);
  }

  async serversOf(ids: readonly number[]): Promise<readonly AccountServer[]> {
    const { rows } = await this.pool.query<AccountServer>(
      `select account_id::float8 as id, server from ${ACCOUNTS_VIEW} where account_id = any($1)`,
      [ids],
    );
    return rows;
  }
}

const accountDataIn = (row: Row) => ({
  accountId: Number(row.account_id),
  platform: row.platform,
  accountName: row.account_name,
  displayName: row.display_name,
  server: row.server,
  connectedAt: row.connected_at.toISOString(),
  limits: row.limits,
  picture: row.picture,
});
