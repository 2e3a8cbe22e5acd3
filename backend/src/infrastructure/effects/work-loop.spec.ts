import { setTimeout as pause } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import { afterEach, expect, it } from '@jest/globals';
import type { FreeSlots } from './slots.ts';
import { WorkLoop } from './work-loop.ts';
import type { Work } from './work-table.ts';

type Key = Readonly<{ name: string }>;

const SLOTS = 8;
const TIMES = { tick: 1e6, renewLease: 1e6, firstRetry: 1e6, drain: 1_000 };

/** Rows of some owners in memory, claimed as fairly as the table does. */
class Rows {
  readonly claims: number[] = [];
  checks = 0;
  readonly mostPerServer = Number.POSITIVE_INFINITY;
  readonly #due: Work<Key>[] = [];

  add(ownerId: string, count: number): void {
    for (let each = 0; each < count; each += 1)
      this.#due.push({ name: `${ownerId} ${String(each)}`, ownerId, platform: '', server: '', dueAt: '' });
  }

  async claim(slots: readonly FreeSlots[]): Promise<Work<Key>[]> {
    const taken = slots.flatMap(({ free, owners }) => {
      const claimedByOwner = { ...owners };
      const rows: Work<Key>[] = [];
      for (const row of [...this.#due]) {
        const claimed = claimedByOwner[row.ownerId] ?? 0;
        if (claimed + 1 > free - rows.length) continue;
        claimedByOwner[row.ownerId] = claimed + 1;
        rows.push(row);
        this.#due.splice(this.#due.indexOf(row), 1);
      }
      return rows;
    });
    // A claim takes a while, in which some running work ends.
    await pause(2);
    this.claims.push(taken.length);
    return taken;
  }
  checkDue() {
    this.checks += 1;
    return Promise.resolve({ due: this.#due.length > 0, wait: null });
  }
  renew = () => Promise.resolve(new Set<string>());
  putBack = () => Promise.resolve();
  confirmLease = () => Promise.resolve(true);
  idOf = ({ name }: Key) => name;
}

let loop: WorkLoop<Key> | undefined;
afterEach(() => loop?.stop());

function start(
  rows: Rows,
  {
    slots = SLOTS,
    slotsNow = () => slots,
    takes = 1,
    tick = TIMES.tick,
    run = () => pause(takes * (1 + Math.random() * 4)),
  } = {},
): { done: string[] } {
  const done: string[] = [];
  loop = new WorkLoop<Key>({
    name: 'spec',
    table: rows,
    platforms: [''],
    slots,
    slotsNow,
    times: { ...TIMES, tick },
    scheduler: new SchedulerRegistry(),
    logger: new Logger('spec'),
    reached: () => undefined,
    run: async ({ row }) => {
      await run();
      done.push(row.name);
    },
  });
  if (tick === TIMES.tick) loop.tick();
  else loop.start();
  return { done };
}
const until = async (isTrue: () => boolean) => {
  for (let waited = 0; !isTrue() && waited < 5_000; waited += 10) await pause(10);
};

it('claims again without a tick while rows are due of an owner who may not take all slots', async () => {
  const rows = new Rows();
  rows.add('ana', 60);
  const { done } = start(rows);
  await until(() => done.length >= 60);
  expect(done).toHaveLength(60);
});

it('makes few claims that return no rows while one owner has many due rows', async () => {
  const rows = new Rows();
  rows.add('ana', 100);
  const { done } = start(rows, { slots: 32, takes: 10 });
  await until(() => done.length >= 100);
  const emptyClaims = rows.claims.filter((taken) => taken === 0).length;
  expect(emptyClaims).toBeLessThan(rows.claims.length / 4);
});

it("claims other owners' due rows immediately, but does not claim once for each row that ends", async () => {
  const rows = new Rows();
  rows.add('ana', 60);
  rows.add('bob', 1);
  const { done } = start(rows);
  await until(() => done.length >= 61);
  expect(done).toHaveLength(61);
  expect(done.indexOf('bob 0')).toBeLessThan(12);
  expect(rows.claims.length).toBeLessThan(61);
});

it('checks for due rows at each tick, and claims only after a check has found one', async () => {
  const rows = new Rows();
  const { done } = start(rows, { tick: 5 });
  await until(() => rows.checks >= 3);
  expect(rows.claims).toEqual([]);
  rows.add('ana', 1);
  await until(() => done.length > 0);
  expect(done).toEqual(['ana 0']);
});

it('claims nothing while rows are running and no other is due', async () => {
  const rows = new Rows();
  rows.add('ana', 1);
  let end = (): void => undefined;
  start(rows, { tick: 5, run: () => new Promise((resolve) => (end = resolve)) });
  await until(() => rows.claims.length === 1);
  const { checks } = rows;
  await until(() => rows.checks > checks + 3);
  expect(rows.claims).toEqual([1]);
  rows.add('ana', 1);
  await until(() => rows.claims.length === 2);
  expect(rows.claims).toEqual([1, 1]);
  end();
});

it('claims no more rows than `slotsNow` allows, even if it has more slots', async () => {
  const rows = new Rows();
  for (const owner of ['ana', 'bob', 'cyd', 'dot']) rows.add(owner, 10);
  const { done } = start(rows, { slots: 8, slotsNow: () => 2 });
  await until(() => done.length >= 40);
  expect(done).toHaveLength(40);
  expect(Math.max(...rows.claims)).toBeLessThanOrEqual(2);
});
it('handles due work in a round that is requested while the loop pauses after a failed claim', async () => {
  const rows = new Rows();
  const claim = rows.claim.bind(rows);
  let claims = 0;
  rows.claim = (slots) => ((claims += 1) === 1 ? Promise.reject(new Error('no table yet')) : claim(slots));
  // So long that only the requested round can handle the row.
  const { done } = start(rows, { tick: 600_000 });
  await loop?.round();
  rows.add('ana', 1);
  await loop?.round();
  expect(done).toEqual(['ana 0']);
});
