import type { Position } from '@posthorn/event-sourcing/event-store';
import { afterAll, beforeAll, beforeEach, expect, it, jest } from '@jest/globals';
import type { Database } from '#infrastructure/database/database.ts';
import {
  PositionContext,
  requestPositions,
  type RequestPositions,
} from '#infrastructure/event-log/position-context.ts';
import { openTestDatabase } from '#infrastructure/testing/database.ts';
import { Checkpoints } from './checkpoints.ts';
import { PositionRequests } from './position-requests.ts';
import { ProjectionRegistry } from './projection-registry.ts';
import { ReadGate } from './read-gate.ts';
import { ReaderPositions } from './reader-positions.ts';

const position = (number: number) => String(number).padStart(20, '0') as Position;
const context = new PositionContext();
let database: Database;
let checkpoints: Checkpoints;
let requests: PositionRequests;
let local: ReaderPositions;
beforeAll(async () => {
  database = await openTestDatabase();
  checkpoints = new Checkpoints(database.pool);
  requests = new PositionRequests(database.channel);
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.pool.query('truncate runner.checkpoint');
  local = new ReaderPositions();
});

const projections = new ProjectionRegistry();
for (const [name, category] of [
  ['posts', 'post'],
  ['users', 'user'],
] as const) {
  const [tables, personal] = [{ [name]: 'id bigint' }, { [name]: null }];
  const reads = { categories: [category], tables, personal };
  projections.add({ name, version: 2, ...reads, apply: () => Promise.resolve([]) });
}
projections.add({
  name: 'names',
  version: 2,
  categories: ['name'],
  types: ['Renamed'],
  tables: { names: 'id bigint' },
  personal: { names: null },
  apply: () => Promise.resolve([]),
});
const gate = () => new ReadGate(context, local, checkpoints, projections, requests);
const wait = async (names: string[], requestedPosition: Position | null): Promise<RequestPositions> => {
  const positions = requestPositions(requestedPosition);
  await context.run(positions, () => gate().waitFor(names));
  return positions;
};
const settle = async (
  category: string,
  written: Position,
  types: readonly string[] = ['Changed'],
): Promise<RequestPositions> => {
  const positions = requestPositions(null);
  context.run(positions, () => {
    context.wrote(category, written, types);
  });
  await gate().settle(positions);
  return positions;
};

it('does not delay a request that has written nothing', async () => {
  expect(await wait(['posts'], null)).toMatchObject({ stale: false });
});
it('continues as soon as the read models of this process have caught up', async () => {
  local.moved('posts', position(1));
  local.moved('users', position(9));
  const waiting = wait(['posts', 'users'], position(5));
  local.moved('posts', position(4));
  local.moved('posts', position(5));
  expect(await waiting).toMatchObject({ stale: false });
});
it('reads from the database how far read models of other processes are', async () => {
  const build = { name: 'posts', version: 2, build: 0, active: true };
  await checkpoints.add({ ...build, position: position(4) });
  // Other versions belong to other processes and do not count.
  await checkpoints.add({ ...build, version: 1, position: position(9) });
  const waiting = wait(['posts'], position(5));
  await checkpoints.move(build, position(4), position(6));
  expect(await waiting).toMatchObject({ stale: false });
});
it('makes the process of a read model store its position when the awaited events do not concern the read model', async () => {
  const build = { name: 'posts', version: 2, build: 0, active: true };
  await checkpoints.add({ ...build, position: position(4) });
  // A request before the listener is ready is lost, and sent again.
  new PositionRequests(database.channel).answer((lock, requestedPosition) => {
    if (lock === 'posts v2')
      void checkpoints.move(build, position(4), requestedPosition).catch(() => undefined);
  });
  expect(await wait(['posts'], position(5))).toMatchObject({ stale: false });
});
it('ends its wait in time although the clock of the machine is set back', async () => {
  await checkpoints.add({ name: 'posts', version: 2, build: 0, active: true, position: position(3) });
  const waiting = wait(['posts'], position(5));
  const clock = jest.spyOn(Date, 'now').mockReturnValue(0);
  try {
    expect(await waiting).toMatchObject({ stale: true });
  } finally {
    clock.mockRestore();
  }
});
it('waits for each read model only until the last written event of its categories', async () => {
  const build = { version: 2, build: 0, active: true };
  await checkpoints.add({ ...build, name: 'posts', position: position(5) });
  await checkpoints.add({ ...build, name: 'users', position: position(6) });
  const positions = requestPositions(null);
  context.run(positions, () => {
    context.wrote('post', position(5), ['Changed']);
    context.wrote('user', position(6), ['Changed']);
  });
  await gate().settle(positions);
  expect(positions).toMatchObject({ written: position(6), stale: false });
});
it('gives up after a while and marks the response as stale', async () => {
  local.moved('posts', position(1));
  expect(await wait(['posts'], position(2))).toMatchObject({ stale: true });
});
it('responds to a change when the read models of its events have applied them, and does not wait for others', async () => {
  local.moved('posts', position(1));
  local.moved('users', position(1));
  const settling = settle('post', position(5));
  local.moved('posts', position(5));
  expect(await settling).toMatchObject({ stale: false });
});
it('does not wait for a read model that reads none of the written types', async () => {
  local.moved('names', position(1));
  expect(await settle('name', position(2), ['Forgotten'])).toMatchObject({ stale: false });
  expect(await settle('name', position(2), ['Forgotten', 'Renamed'])).toMatchObject({ stale: true });
  // The response to a repeated request that wrote nothing relies on all earlier events.
  expect(await settle('name', position(2), [])).toMatchObject({ stale: true });
});
it('responds to a change after a while at the latest, and marks the response as stale', async () => {
  local.moved('posts', position(1));
  expect(await settle('post', position(2))).toMatchObject({ stale: true });
});
it('does not wait for a read model that has stopped', async () => {
  const build = { name: 'posts', version: 2, build: 0, active: true };
  await checkpoints.add({ ...build, position: position(1) });
  await checkpoints.note(build, 'stopped: cannot take this');
  const settling = Promise.race([
    settle('post', position(2)),
    settle('user', position(2)).then(() => Promise.reject(new Error('waited for the other one first'))),
  ]);
  expect(await settling).toMatchObject({ stale: true });
});
