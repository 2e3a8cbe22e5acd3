import type { Position } from '@posthorn/event-sourcing/event-store';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import type { Database } from '../database/database.ts';
import { PositionTrail, type Trail } from '../log/position-trail.ts';
import { openTestDatabase } from '../testing/database.ts';
import { Checkpoints } from './checkpoints.ts';
import { ProjectionPositions } from './projection-positions.ts';
import { ReadGate } from './read-gate.ts';

const position = (number: number) => String(number).padStart(20, '0') as Position;
const trails = new PositionTrail();
let database: Database;
let checkpoints: Checkpoints;
let here: ProjectionPositions;
beforeAll(async () => {
  database = await openTestDatabase();
  checkpoints = new Checkpoints(database.pool);
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.pool.query('truncate runner.checkpoint');
  here = new ProjectionPositions();
});

const wait = async (names: string[], wanted: Position | null): Promise<Trail> => {
  const trail: Trail = { written: null, wanted, stale: false };
  await trails.run(trail, () => new ReadGate(trails, here, checkpoints).waitFor(names));
  return trail;
};

it('holds nobody up who has written nothing', async () => {
  expect(await wait(['posts'], null)).toMatchObject({ stale: false });
});
it('lets through as soon as the read models of this process have caught up', async () => {
  here.moved('posts', position(1));
  here.moved('users', position(9));
  const waiting = wait(['posts', 'users'], position(5));
  here.moved('posts', position(4));
  here.moved('posts', position(5));
  expect(await waiting).toMatchObject({ stale: false });
});
it('asks the database about read models that another process fills', async () => {
  const build = { name: 'posts', version: 1, build: 0, active: true };
  await checkpoints.add({ ...build, position: position(4) });
  const waiting = wait(['posts'], position(5));
  await checkpoints.move(build, position(4), position(6));
  expect(await waiting).toMatchObject({ stale: false });
});
it('gives up after a while and says that the reply is stale', async () => {
  here.moved('posts', position(1));
  expect(await wait(['posts'], position(2))).toMatchObject({ stale: true });
});
