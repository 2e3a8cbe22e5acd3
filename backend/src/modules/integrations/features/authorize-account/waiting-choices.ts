import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { appNames, type AppName } from '#infrastructure/config/platform-apps.ts';
import { KeyRing, type Sealed } from '#infrastructure/vault/key-ring.ts';
import type { SealedTable } from '#infrastructure/vault/sealed-tables.ts';
import type { RemoteAccount } from '../../connectors/contract/connector.ts';

const KEPT_FOR = '10 minutes';
type Owner = Readonly<{ userId: string; sessionId: string }>;
/** `id` names the account in this list only. */
type WaitingAccount = RemoteAccount & Readonly<{ id: string }>;
/** `seal` tells this list from any other, under whatever key it is. */
export type WaitingList = Readonly<{
  app: AppName;
  accounts: readonly WaitingAccount[];
  expiresAt: string;
  seal: Buffer;
}>;

const contextOf = (userId: string): string => `user:${userId}:account-choice`;

export const ACCOUNT_CHOICES: SealedTable = {
  name: 'integrations.account_choice',
  key: { column: 'owner_id', type: 'text' },
  contextOf: ({ owner_id = '' }) => contextOf(owner_id),
};

/** Accounts that a consent has opened, with their tokens, locked until their owner has said which of them to connect. */
@Injectable()
export class WaitingChoices {
  constructor(
    private readonly pool: Pool,
    private readonly ring: KeyRing,
  ) {}

  /** Replaces what waited before. */
  async keep({ userId, sessionId }: Owner, app: AppName, accounts: readonly RemoteAccount[]): Promise<void> {
    const named = accounts.map((account) => ({ ...account, id: randomUUID() }));
    const { kid, wrapped, box } = this.ring.lock(JSON.stringify(named), contextOf(userId));
    await this.pool.query(
      `insert into integrations.account_choice (owner_id, session_id, app, kid, wrapped, box, expires_at)
       values ($1, $2, $3, $4, $5, $6, now() + interval '${KEPT_FOR}')
       on conflict (owner_id) do update set session_id = excluded.session_id, app = excluded.app, kid = excluded.kid,
         wrapped = excluded.wrapped, box = excluded.box, expires_at = excluded.expires_at`,
      [userId, sessionId, app, kid, wrapped, box],
    );
  }

  /** Null when nothing waits for this session. */
  async read({ userId, sessionId }: Owner): Promise<WaitingList | null> {
    const { rows } = await this.pool.query<Sealed & { app: string; expires_at: Date }>(
      `select kid, wrapped, box, app, expires_at from integrations.account_choice
       where owner_id = $1 and session_id = $2 and expires_at > now()`,
      [userId, sessionId],
    );
    const [row] = rows;
    const app = appNames.find((name) => name === row?.app);
    if (!row || !app) return null;
    const accounts = this.#opened(row, userId);
    return accounts && { app, accounts, expiresAt: row.expires_at.toISOString(), seal: row.box };
  }

  /** Null when its key was rotated away: the consent is given again. */
  #opened(row: Sealed, userId: string): WaitingAccount[] | null {
    try {
      return JSON.parse(this.ring.open(row, contextOf(userId))) as WaitingAccount[];
    } catch {
      return null;
    }
  }

  /** One that has taken its place since stays. */
  async forget(userId: string, { seal }: WaitingList): Promise<void> {
    await this.pool.query('delete from integrations.account_choice where owner_id = $1 and box = $2', [
      userId,
      seal,
    ]);
  }

  async sweep(): Promise<void> {
    await this.pool.query('delete from integrations.account_choice where expires_at <= now()');
  }
}
