import type { SourceView } from '@posthorn/contracts/inbox/comments.http';
import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { DatabaseClock } from '#infrastructure/database/database-clock.ts';
import { ConnectedAccounts } from '#modules/integrations/ports/connected-accounts.ts';
import { howRead, type ReadingState } from './how-read.ts';
import { isWebhookProven } from './webhook-proof.ts';

type Row = ReadingState & Readonly<{ accountId: number; readAt: Date | null; webhookAt: Date | null }>;

/** Describes for a user how Posthorn reads the comments of the user's connected accounts. */
@Injectable()
export class SourceViews {
  constructor(
    private readonly pool: Pool,
    private readonly clock: DatabaseClock,
    private readonly accounts: ConnectedAccounts,
  ) {}

  async viewsOf(ownerId: string): Promise<readonly SourceView[]> {
    const { rows } = await this.pool.query<Row>({
      name: 'inbox-sources-of',
      text: `select account_id::float8 as "accountId", platform, read_at as "readAt", due_at as "dueAt",
          trouble, trouble_words as words, failures, webhook_at as "webhookAt"
        from inbox.source where owner_id = $1 and due_at is not null order by account_id`,
      values: [ownerId],
    });
    if (rows.length === 0) return [];
    const names = await this.accounts.named(rows.map(({ accountId }) => accountId));
    const nameOf = new Map(names.map(({ id, accountName }) => [id, accountName]));
    const now = (await this.clock.now()).getTime();
    return rows.map((row) => ({
      accountId: row.accountId,
      platform: row.platform,
      accountName: nameOf.get(row.accountId) ?? '',
      ...howRead(row, now),
      lastReadAt: row.readAt?.toISOString() ?? null,
      nextReadAt: row.dueAt.toISOString(),
      webhook: isWebhookProven({ webhookAt: row.webhookAt?.toISOString() ?? null }, now),
    }));
  }
}
