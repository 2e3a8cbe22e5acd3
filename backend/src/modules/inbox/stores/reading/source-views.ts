import { PLATFORM_NAMES } from '@posthorn/contracts/shared/platform-names';
import type { SourceView } from '@posthorn/contracts/inbox/comments.http';
import { replyProblemText } from '@posthorn/contracts/inbox/reply-problems';
import { COMMENT_READING_TEXT, READS_OWN_POSTS } from '@posthorn/contracts/integrations/comment-reading-text';
import type { Platform } from '@posthorn/contracts/shared/platform';
import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { DatabaseClock } from '#infrastructure/database/database-clock.ts';
import { ConnectedAccounts } from '#modules/integrations/ports/connected-accounts.ts';
import { HOST_IS_BUSY, NO_BUDGET, NOT_READABLE, UNLISTED } from './sources.ts';
import { isWebhookProven } from './webhook-proof.ts';

/** People see a delay that is longer than this. */
const LATE_MS = 10 * 60_000;

type Row = Readonly<{
  accountId: number;
  platform: Platform;
  readAt: Date | null;
  dueAt: Date;
  trouble: string | null;
  words: string | null;
  failures: number;
  webhookAt: Date | null;
}>;
type HowRead = Pick<SourceView, 'state' | 'why' | 'mend' | 'notice'>;

/** People see a failure after this many in a row: a rate limit or an outage ends by itself. */
const TOLD_AFTER = 3;

/** Failures that end when the account is connected again with all permissions, and their causes. */
const RECONNECT: Readonly<Record<string, string>> = {
  reconnect: COMMENT_READING_TEXT.loginEnded,
  'permission-missing': COMMENT_READING_TEXT.withoutPermission,
  'account-missing': replyProblemText('account-missing'),
};

/** Shows people how the comments of their connected accounts are read. */
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
      ...this.#howRead(row, now),
      lastReadAt: row.readAt?.toISOString() ?? null,
      nextReadAt: row.dueAt.toISOString(),
      webhook: isWebhookProven({ webhookAt: row.webhookAt?.toISOString() ?? null }, now),
    }));
  }

  #howRead({ platform, trouble, words, failures, dueAt }: Row, now: number): HowRead {
    if (trouble === NOT_READABLE && words === COMMENT_READING_TEXT.reconnect)
      return {
        state: 'off',
        why: COMMENT_READING_TEXT.withoutPermission,
        mend: 'reconnect',
        notice: 'trouble',
      };
    if (trouble === NOT_READABLE && words === COMMENT_READING_TEXT.businessGrant)
      return { state: 'off', why: words, mend: 'allow', notice: 'limit' };
    if (trouble === NOT_READABLE || trouble === NO_BUDGET.unset)
      return { state: 'off', why: words, notice: 'limit' };
    if (trouble === NO_BUDGET.usedUp)
      return { state: 'waiting', why: COMMENT_READING_TEXT.budgetUsedUp, notice: 'limit' };
    if (trouble === HOST_IS_BUSY)
      return { state: 'waiting', why: COMMENT_READING_TEXT.hostIsBusy, notice: null };
    if (trouble === UNLISTED) {
      const name = PLATFORM_NAMES[platform];
      return { state: 'behind', why: COMMENT_READING_TEXT.unlisted(name), notice: 'limit' };
    }
    const toMend = trouble === null ? undefined : RECONNECT[trouble];
    if (toMend !== undefined) return { state: 'off', why: toMend, mend: 'reconnect', notice: 'trouble' };
    if (trouble !== null)
      return {
        state: 'waiting',
        why: replyProblemText(trouble),
        notice: failures < TOLD_AFTER ? null : 'trouble',
      };
    if (now - dueAt.getTime() > LATE_MS)
      return { state: 'behind', why: COMMENT_READING_TEXT.behind, notice: 'trouble' };
    if (!READS_OWN_POSTS.has(platform)) return { state: 'reading', why: null, notice: null };
    const why = COMMENT_READING_TEXT.ownPostsOnly(PLATFORM_NAMES[platform]);
    return { state: 'reading', why, notice: 'limit' };
  }
}
