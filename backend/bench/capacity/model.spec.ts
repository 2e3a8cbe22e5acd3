import { describe, expect, it } from '@jest/globals';
import { demandOf, loadOnOneServer } from './model.ts';
import { roomFor } from './platform-budgets.ts';

describe('10,000 creators with three posts a day on four accounts', () => {
  const demand = demandOf(10_000);

  it('have 120,000 targets a day and 3,600 of them due at the full hour that is the busiest', () => {
    expect(demand.targetsADay).toBe(120_000);
    // 30,000 posts, a tenth of them in one hour, on four accounts, three tenths of those at once.
    expect(demand.crowd).toBeCloseTo(3_600);
  });

  it('need 62 targets a second: 3,600 within a minute, and 8,400 over the hour', () => {
    expect(demand.targetsPerSecond).toBeCloseTo(60 + 8400 / 3600);
  });

  it('append three events for each target, one for each post that begins, and one for each that is written', () => {
    const targets = 60 + 8400 / 3600;
    expect(demand.appendsPerSecond).toBeCloseTo(targets * 3 + targets / 4 + 3000 / 3600);
  });

  it('commit 6.3 transactions for each target', () => {
    expect(demand.transactionsPerSecond).toBeCloseTo((60 + 8400 / 3600) * 6.3);
  });

  it('store 420,000 events a day, 580 MB of them', () => {
    expect(demand.eventsADay).toBe(420_000);
    expect(demand.bytesADay / 1e6).toBeCloseTo(580.02);
  });

  it('make a year of events of which a rebuild takes 1.4 hours', () => {
    // 153.3 million events at 14,575 a second: 10,518 s.
    expect(demand.rebuildHours).toBeCloseTo(1.4, 2);
  });

  it('read 28 times a second, and are served by one machine for each of the two', () => {
    expect(demand.readsPerSecond).toBeCloseTo(100_000 / 3600);
    expect(demand.machines.publishing).toBeCloseTo(0.341, 3);
    expect(demand.machines.reading).toBeCloseTo(0.139, 3);
    expect(demand.connections).toBe(24);
  });
});

it('asks for ten times as much of everything for ten times as many', () => {
  const [few, many] = [demandOf(10_000), demandOf(100_000)];
  for (const name of ['targetsPerSecond', 'appendsPerSecond', 'bytesADay', 'rebuildHours', 'crowd'] as const)
    expect(many[name]).toBeCloseTo(10 * few[name]);
});

it('tells how much of one server is asked for', () => {
  const load = loadOnOneServer(demandOf(1_000_000));
  expect(load.postgresLog).toBeCloseTo(20_341.7 / 12_648, 3);
  expect(load.eventStoreDb).toBeGreaterThan(9);
});

it('finds how many creators a budget of the whole app is enough for', () => {
  const room = roomFor(10_000);
  const posts = (platform: string) =>
    room.find((each) => each.platform === platform && each.what === 'posts');
  // 120,000 targets on eleven platforms: 10,909 a day on each.
  expect(posts('twitter')).toMatchObject({ aDay: 10_000, creators: 9166 });
  expect(posts('youtube')).toMatchObject({ aDay: 100, creators: 91 });
  // 150 a minute: it has to do for the busiest hour, 1,091 targets of the 9,000 that it takes then.
  expect(posts('snapchat')).toMatchObject({ aDay: 216_000, creators: 82_500 });
  expect(posts('twitter')?.share).toBeCloseTo(1.0909, 4);
});
