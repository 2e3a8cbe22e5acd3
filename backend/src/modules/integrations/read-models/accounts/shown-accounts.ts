import type { PublicAccountView } from '@posthorn/contracts/identity/public-user.http';
import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { EventReader } from '#infrastructure/event-log/event-reader.ts';
import { isoOf } from '#infrastructure/database/instants.ts';
import { ReadGate } from '#infrastructure/readers/read-gate.ts';
import type { PublicAccounts } from '../../ports/public-accounts.ts';
import type { AccountProblem, AccountProblems } from '../../ports/account-problems.ts';
import { Connectors } from '#connectors/connectors.ts';
import { accountStream } from '../../domain/account/account.ts';
import {
  ACCOUNTS_VIEW,
  accountList,
  type AccountRow,
} from '../../read-models/accounts/account-list.projection.ts';

type PublicAccountRow = Pick<AccountRow, 'platform' | 'account_name' | 'display_name' | 'server'>;
type ProblemRow = Readonly<{ id: number; status: AccountRow['status']; endsAt: string | null }>;

@Injectable()
export class ShownAccounts implements PublicAccounts, AccountProblems {
  constructor(
    private readonly pool: Pool,
    private readonly gate: ReadGate,
    private readonly connectors: Connectors,
    private readonly reader: EventReader,
  ) {}

  /** Reads the stream and not the list, because this decides whether a mail is sent. */
  async problemOf(accountId: number, ownerId: string): Promise<AccountProblem | null> {
    const { state } = await this.reader.load(accountStream, accountId);
    if (state.status === 'new' || state.connection.ownerId !== ownerId) return null;
    if (state.status === 'needs-reconnect') return { cause: 'reconnect', endsAt: null };
    const { status, expirySeen = null } = state;
    return status === 'active' && expirySeen !== null ? { cause: 'ending', endsAt: expirySeen } : null;
  }

  async problemsOf(
    ownerId: string,
    accountIds: readonly number[],
  ): Promise<readonly (AccountProblem | null)[]> {
    await this.gate.waitFor([accountList.name]);
    const { rows } = await this.pool.query<ProblemRow>({
      name: 'integrations-account-problems',
      text: `select account_id::float8 as id, status, ${isoOf('ending_at')} as "endsAt" from ${ACCOUNTS_VIEW}
        where account_id = any($1::bigint[]) and owner_id = $2`,
      values: [accountIds, ownerId],
    });
    const problems = new Map(rows.map((row) => [row.id, listedProblem(row)]));
    return accountIds.map((id) => problems.get(id) ?? null);
  }

  async publicOf(userId: string): Promise<readonly PublicAccountView[]> {
    await this.gate.waitFor([accountList.name]);
    const { rows } = await this.pool.query<PublicAccountRow>(
      `select platform, account_name, display_name, server from ${ACCOUNTS_VIEW}
       where owner_id = $1 and status = 'active' order by platform, account_id`,
      [userId],
    );
    return rows.map(({ platform, account_name: accountName, display_name: displayName, server }) => {
      const addressOf = this.connectors.find(platform)?.descriptor.publicAddress;
      return { platform, accountName, address: addressOf?.({ accountName, displayName, server }) ?? null };
    });
  }
}

function listedProblem({ status, endsAt }: ProblemRow): AccountProblem | null {
  if (status === 'needs-reconnect') return { cause: 'reconnect', endsAt: null };
  return status === 'active' && endsAt !== null ? { cause: 'ending', endsAt } : null;
}
