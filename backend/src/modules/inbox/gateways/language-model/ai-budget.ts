import { batched } from '@posthorn/batching';
import { AI_REPLY } from '@posthorn/contracts/inbox/ai.http';
import { Injectable } from '@nestjs/common';
import { Pool, type PoolClient } from 'pg';
import { Clock } from '#infrastructure/clock.ts';
import { Configuration } from '#infrastructure/config/configuration.ts';
import { inTransaction } from '#infrastructure/database/transaction.ts';

/** Tokens that a request reserves: enough for long texts and one repetition. `settle` replaces them by the tokens that were used. */
const TOKENS_RESERVED = 8_000;
/** The user id of the row that counts the tokens of all users. */
const ALL_USERS = '';
const KEPT_DAYS = 31;

/** Which budget of this day is used up. `user`: that of the user. `all`: that of the whole installation. */
export type ExhaustedBudget = 'user' | 'all';
/** Tokens that are reserved for one request. */
export type ReservedTokens = Readonly<{ day: string; userId: string; tokens: number }>;

type Settled = Readonly<{ reserved: ReservedTokens; used: number }>;

/**
 * The daily token budgets of the model (UTC), for each user and for the installation. Each request reserves tokens first, because
 * the number is not known before. All requests update the row of the installation. So one transaction handles all parallel reservations, and
 * another all settlements: no more than two connections wait for this row. Transactions lock rows in the order of their users, with the row
 * of the installation last, so no deadlock occurs.
 */
@Injectable()
export class AiBudget {
  readonly #reserve = batched((userIds: readonly string[]) => this.#reserveAll(userIds));
  readonly #settle = batched((all: readonly Settled[]) => this.#settleAll(all));

  constructor(
    private readonly pool: Pool,
    private readonly clock: Clock,
    private readonly configuration: Configuration,
  ) {}

  /** Reserves tokens in both budgets or in neither. All processes share these budgets. */
  reserve(userId: string): Promise<ReservedTokens | ExhaustedBudget> {
    return this.#reserve(userId);
  }

  /** Replaces the reserved tokens by the used ones. After a crash nothing calls this, and all reserved tokens count as used. */
  async settle(reserved: ReservedTokens, used: number): Promise<void> {
    await this.#settle({ reserved, used });
  }

  #reserveAll(userIds: readonly string[]): Promise<(ReservedTokens | ExhaustedBudget)[]> {
    const day = this.clock.now().toISOString().slice(0, 10);
    const results: (ReservedTokens | ExhaustedBudget)[] = userIds.map(() => 'user');
    return inTransaction(this.pool, async (tx) => {
      const withinUserBudget: number[] = [];
      for (const index of ordered(userIds, (userId) => userId)) {
        const userId = userIds[index] ?? '';
        if (await take(tx, day, userId, AI_REPLY.tokensPerDay)) withinUserBudget.push(index);
        await tx.query(
          `delete from inbox.ai_use where user_id = $1 and day < $2::date - ${String(KEPT_DAYS)}`,
          [userId, day],
        );
      }
      for (const index of withinUserBudget) {
        const reserved = { day, userId: userIds[index] ?? '', tokens: TOKENS_RESERVED };
        const isReserved = await take(tx, day, ALL_USERS, this.configuration.aiDailyTokens);
        if (!isReserved) await add(tx, reserved, -TOKENS_RESERVED);
        results[index] = isReserved ? reserved : 'all';
      }
      return results;
    });
  }

  #settleAll(all: readonly Settled[]): Promise<readonly Settled[]> {
    return inTransaction(this.pool, async (tx) => {
      const sortedBy = (keyOf: (reserved: ReservedTokens) => string) =>
        ordered(all, ({ reserved }) => keyOf(reserved)).flatMap((index) => all[index] ?? []);
      for (const { reserved, used } of sortedBy(({ userId, day }) => `${userId} ${day}`))
        await add(tx, reserved, used - reserved.tokens);
      for (const { reserved, used } of sortedBy(({ day }) => day))
        await add(tx, { ...reserved, userId: ALL_USERS }, used - reserved.tokens);
      return all;
    });
  }
}

/** Returns the indexes of the items, in the order of their keys. */
const ordered = <Item>(items: readonly Item[], keyOf: (item: Item) => string): number[] =>
  items
    .map((item, index) => ({ key: keyOf(item), index }))
    .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
    .map(({ index }) => index);

/** Reserves tokens in one row. Returns false when the budget has too few tokens left. */
async function take(tx: PoolClient, day: string, userId: string, limit: number): Promise<boolean> {
  if (limit < TOKENS_RESERVED) return false;
  const { rowCount } = await tx.query(
    `insert into inbox.ai_use as u (day, user_id, tokens) values ($1, $2, $3)
     on conflict (user_id, day) do update set tokens = u.tokens + excluded.tokens where u.tokens + excluded.tokens <= $4`,
    [day, userId, TOKENS_RESERVED, limit],
  );
  return rowCount !== 0;
}

/** Adds to the used tokens of one row. The amount never becomes negative. */
async function add(
  tx: PoolClient,
  { day, userId }: Pick<ReservedTokens, 'day' | 'userId'>,
  tokens: number,
): Promise<void> {
  await tx.query(
    'update inbox.ai_use set tokens = greatest(0, tokens + $3) where day = $1 and user_id = $2',
    [day, userId, tokens],
  );
}
