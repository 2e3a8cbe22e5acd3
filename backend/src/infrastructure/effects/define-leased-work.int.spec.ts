import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { Injectable, Module } from '@nestjs/common';
import { Pool } from 'pg';
import { CauseContext } from '#infrastructure/event-log/cause-context.ts';
import { boot, type Booted } from '#infrastructure/testing/boot.ts';
import { defineLeasedWork, type NextRun } from './define-leased-work.ts';
import type { TokenOf } from './needs.ts';

const AGAIN = Symbol('Again') as TokenOf<{ next: NextRun }>;
const again: { next: NextRun } = { next: null };

/** Records the requested work and its cause. */
@Injectable()
class Bakery {
  readonly baked: string[] = [];
  constructor(private readonly causes: CauseContext) {}

  bake(name: string): void {
    const { actor, causationId } = this.causes.current();
    this.baked.push(`${name} ${actor.id} ${causationId}`);
  }
}

const declared = {
  logger: 'loaves',
  needs: { bakery: Bakery, again: AGAIN },
  times: { tick: 1e6, renewLease: 1e6, firstRetry: 1e6, drain: 1_000 },
} as const;
const Loaves = defineLeasedWork({
  ...declared,
  name: 'loaf',
  loop: 'loaves',
  rows: { table: 'effects.loaf', columns: { name: 'text', weight: 'int' }, key: ['name'], lease: 60_000 },
  run: async ({ name }, { bakery, again: { next } }, lease) => {
    bakery.bake(`${name} ${String(await lease.confirm())}`);
    return next;
  },
});
const Guests = defineLeasedWork({
  ...declared,
  name: 'guest',
  actor: 'host',
  cause: () => 'dinner',
  loop: 'guests',
  rows: { table: 'effects.loaf', columns: { name: 'text' }, lease: 60_000, keepsDueTime: true },
  run: ({ name }, { bakery, again: { next } }) => {
    bakery.bake(name);
    return Promise.resolve(next);
  },
});
@Module({ providers: [Bakery, { provide: AGAIN, useValue: again }, Loaves, Guests] })
class LoafModule {}

let product: Booted;
beforeAll(async () => {
  product = await boot([LoafModule], { database: true });
  await pool().query(`create table effects.loaf (name text primary key, weight int, owner_id text not null,
    platform text not null, due_at timestamptz, lease_owner text, lease_until timestamptz)`);
}, 60_000);
afterAll(() => product.close());
beforeEach(async () => {
  bakery().baked.length = 0;
  await pool().query('truncate effects.loaf');
  await pool().query(
    `insert into effects.loaf values ('rye', 500, 'ana', '', now() - interval '1 hour', null, null)`,
  );
});
const pool = () => product.app.get(Pool);
const bakery = () => product.app.get(Bakery);
const row = async () => {
  const { rows } = await pool().query<{ minutes: number | null; isLeased: boolean; waits: boolean }>(
    `select round(extract(epoch from due_at - now()) / 60)::int as minutes, lease_owner is not null as "isLeased",
       coalesce(lease_until > now(), false) as waits from effects.loaf`,
  );
  return rows[0];
};

it.each<[string, () => NextRun, object]>([
  ['after a while', () => 30 * 60_000, { minutes: 30, isLeased: false, waits: false }],
  ['at an instant', () => ({ dueAt: new Date(Date.now() + 3_600_000).toISOString() }), { minutes: 60 }],
  ['only when other code makes it due', () => null, { minutes: null, isLeased: false }],
  ['never, and leaves a row that is no longer its own', () => 'gone', { minutes: -60, isLeased: true }],
])('checks a row again %s', async (_when, next, expected) => {
  again.next = next();
  await product.app.get(Loaves).round();
  expect(bakery().baked).toEqual(['rye true loaf loaf:rye']);
  expect(await row()).toMatchObject(expected);
});

it.each<[string, NextRun, boolean]>([
  ['after a while', 30 * 60_000, true],
  ['at the due time that the other code sets', null, false],
])('keeps a due time that other code owns, and checks the row again %s', async (_when, next, waits) => {
  again.next = next;
  await product.app.get(Guests).round();
  expect(bakery().baked).toContain('rye host dinner');
  expect(await row()).toEqual({ minutes: -60, isLeased: false, waits });
});
