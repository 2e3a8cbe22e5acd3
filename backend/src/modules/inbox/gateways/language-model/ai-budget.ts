import { batched } from '@posthorn/batching';
import { AI_REPLY } from '@posthorn/contracts/inbox/ai.http';
import { Injectable } from '@nestjs/common';
import { Pool, type PoolClient } from 'pg';
import { Clock } from '#infrastructure/clock.ts';
import { Configuration } from '#infrastructure/config/configuration.ts';
import { inTransaction } from '#infrastructure/database/transaction.ts';

/** An upper estimate for one question with long texts and one repetition. The rest is counted afterwards. */
const MOST_OF_ONE = 8_000;
/** The row that counts for all users together. */
const EVERYBODY = '';
const KEPT_DAYS = 31;

/** `user`: this user's share of the day is used up. `all`: that of the whole installation. */
export type ExhaustedBudget = 'user' | 'all';
/** Tokens reserved for one question. */
export type ReservedTokens = Readonly<{ day: string; userId: string; tokens: number }>;

type Settled = Readonly<{ reserved: ReservedTokens; used: number }>;

/**
 * The daily token budget of the model (UTC), for each user and for all. Tokens are reserved before a question, because its use is unknown.
 * One row counts for all. One transaction counts all parallel requests, so a queue for that row holds one connection for reservations and
 * one for settlements. Rows are locked in the order of their users, the common row last, so that there is no deadlock.
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

  /** Reserves in both rows or in none: a request that finds one full uses nothing of the other. All processes share the rows. */
  reserve(userId: string): Promise<ReservedTokens | ExhaustedBudget> {
    return this.#reserve(userId);
  }

  /** Returns reserved tokens that were not used. After a crash this is not called, and all of them count as used. */
  async settle(reserved: ReservedTokens, used: number): Promise<void> {
    await this.#settle({ reserved, used });
  }

  #reserveAll(userIds: readonly string[]): Promise<(ReservedTokens | ExhaustedBudget)[]> {
    const day = this.clock.now().toISOString().slice(0, 10);
    const answers: (ReservedTokens | ExhaustedBudget)[] = userIds.map(() => 'user');
    return inTransaction(this.pool, async (tx) => {
      const lucky: number[] = [];
      for (const index of ordered(userIds, (userId) => userId)) {
        const userId = userIds[index] ?? '';
        if (await take(tx, day, userId, AI_REPLY.tokensPerDay)) lucky.push(index);
        await tx.query(
          `delete from inbox.ai_use where user_id = $1 and day < $2::date - ${String(KEPT_DAYS)}`,
          [userId, day],
        );
      }
      for (const index of lucky) {
        const reserved = { day, userId: userIds[index] ?? '', tokens: MOST_OF_ONE };
        const isThere = await take(tx, day, EVERYBODY, this.configuration.aiDailyTokens);
        if (!isThere) await add(tx, reserved, -MOST_OF_ONE);
        answers[index] = isThere ? reserved : 'all';
      }
      return answers;
    });
  }

  #settleAll(all: readonly Settled[]): Promise<readonly Settled[]> {
    return inTransaction(this.pool, async (tx) => {
      const by = (keyOf: (reserved: ReservedTokens) => string) =>
        ordered(all, ({ reserved }) => keyOf(reserved)).flatMap((index) => all[index] ?? []);
      for (const { reserved, used } of by(({ userId, day }) => `${userId} ${day}`))
        await add(tx, reserved, used - reserved.tokens);
      for (const { reserved, used } of by(({ day }) => day))
        await add(tx, { ...reserved, userId: EVERYBODY }, used - reserved.tokens);
      return all;
    });
  }
}

/** Indexes of the items in the order of their keys. */
const ordered = <Item>(items: readonly Item[], keyOf: (item: Item) => string): number[] =>
  items
    .map((item, index) => ({ key: keyOf(item), index }))
    .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
    .map(({ index }) => index);

/** Returns false when too few tokens are left. */
async function take(tx: PoolClient, day: string, userId: string, limit: number): Promise<boolean> {
  if (limit < MOST_OF_ONE) return false;
  const { rowCount } = await tx.query(
    `insert into inbox.ai_use as u (day, user_id, tokens) values ($1, $2, $3)
     on conflict (user_id, day) do update set tokens = u.tokens + excluded.tokens where u.tokens + excluded.tokens <= $4`,
    [day, userId, MOST_OF_ONE, limit],
  );
  return rowCount !== 0;
}

/** Amounts never go below zero. */
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
