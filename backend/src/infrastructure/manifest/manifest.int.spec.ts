import { expect, it } from '@jest/globals';
import { Injectable, Module, type Type } from '@nestjs/common';
import type { TokenOf } from '../effects/needs.ts';
import { ErasureRegistry } from '#infrastructure/readers/erasure-registry.ts';
import type { ErasureStep } from '#infrastructure/readers/erasure-steps.ts';
import { ErasureSteps } from '#infrastructure/readers/erasure-steps.ts';
import type { ExportFile, ExportPart } from '#infrastructure/readers/export-part.ts';
import { ExportRegistry } from '#infrastructure/readers/export-registry.ts';
import { defineHousekeeping } from '#infrastructure/effects/housekeeping.ts';
import { EventCatalog } from '#infrastructure/event-log/event-catalog.ts';
import { Metrics } from '../observability/metrics.ts';
import type { Process } from '#infrastructure/readers/process.ts';
import { ProcessRegistry } from '#infrastructure/readers/process-registry.ts';
import { ProjectionRegistry } from '#infrastructure/readers/projection-registry.ts';
import type { Projection } from '#infrastructure/readers/projection.ts';
import { boot } from '../testing/boot.ts';
import { counter } from '../testing/counter.ts';
import { EncryptedTables } from '../vault/encrypted-tables.ts';
import { injected, factoryProvider } from './injected.ts';
import { RemoteRevocationLoop } from '../personal-data/erasure/remote-revocations.ts';
import { manifest } from './manifest.ts';
import { bindPort, type ModuleManifest } from './module-manifest.ts';

const process = (name: string): Process => ({
  name,
  categories: ['counter'],
  types: ['Counted'],
  from: 'start',
  handle: () => Promise.resolve(),
});
const readModel = (name: string): Projection => ({
  name,
  version: 1,
  categories: ['counter'],
  tables: {},
  personal: {},
  apply: () => Promise.resolve([]),
});
const encryptedTable = {
  name: 'spec.secret',
  key: { column: 'id', type: 'text' },
  contextOf: ({ id = '' }: Readonly<Record<string, string>>) => id,
} as const;
const TABLES = [{ table: 'spec.row', owner: 'user_id' }];
const TIMES = Symbol('SpecTimes') as TokenOf<Readonly<{ wait: number }>>;

@Injectable()
class Rows {
  readonly dropped: string[] = [];

  dropOf(userId: string): Promise<void> {
    this.dropped.push(userId);
    return Promise.resolve();
  }
}
@Injectable()
class Follow {
  readonly process = process('spec.follow');
}
@Injectable()
class Leave {
  readonly step: ErasureStep = {
    name: 'spec.leave',
    phase: 'stop',
    run: () => Promise.resolve({ counts: {} }),
  };
}
@Injectable()
class Part implements ExportPart {
  readonly files: readonly ExportFile[] = [{ name: 'spec.json', about: 'A spec.', sections: {} }];
  readonly categories = ['counter'];
  readonly tables = ['spec.row'];
}
abstract class Weather {
  abstract tomorrow(): string;
}
@Injectable()
class Forecast extends Weather {
  override tomorrow(): string {
    return 'sun';
  }
}
@Injectable()
class Counts {
  constructor(readonly metrics: Metrics) {}
}
const Sweep = defineHousekeeping({
  name: 'spec.housekeeping',
  logger: 'spec',
  needs: { rows: Rows },
  steps: ({ rows }) => [() => rows.dropOf('nobody')],
});

/** The Nest module of a manifest. */
function moduleOf(declared: ModuleManifest): Type {
  @Module(manifest(declared))
  class Made {}
  return Made;
}
/** Starts two modules, and stops them when the start succeeded. */
async function start(...both: readonly ModuleManifest[]): Promise<void> {
  await (await boot(both.map(moduleOf))).close();
}

it('registers everything that a module lists, and creates instances of its classes', async () => {
  const product = await boot([
    moduleOf({
      name: 'spec',
      streams: [counter],
      readModels: [
        readModel('spec.plain'),
        injected([TIMES], ({ wait }) => readModel(`spec.${String(wait)}`)),
      ],
      processes: [Follow, injected([Rows], (rows) => process(`spec.after-${String(rows.dropped.length)}`))],
      housekeeping: [Sweep],
      encryptedTables: [encryptedTable],
      erasure: { tables: TABLES, before: injected([Rows], (rows) => (userId) => rows.dropOf(userId)) },
      erasureSteps: [Leave],
      exportParts: [Part],
      metrics: [Counts],
      offers: [bindPort(Weather, Forecast)],
      registers: [injected([Rows, Weather], (rows, weather) => void rows.dropped.push(weather.tomorrow()))],
      providers: [Rows, { provide: TIMES, useValue: { wait: 7 } }],
    }),
  ]);
  const { app } = product;
  expect(app.get(EventCatalog).types()).toContain('Counted');
  const names = (all: readonly Readonly<{ name: string }>[]) => all.map(({ name }) => name);
  expect(names(app.get(ProjectionRegistry).all())).toEqual(expect.arrayContaining(['spec.plain', 'spec.7']));
  expect(names(app.get(ProcessRegistry).all())).toEqual(
    expect.arrayContaining(['spec.follow', 'spec.after-0']),
  );
  expect(names(app.get(EncryptedTables).all())).toContain('spec.secret');
  expect(names(app.get(ErasureSteps).inOrder())).toContain('spec.leave');
  expect(app.get(ExportRegistry).all()).toContain(app.get(Part));
  expect(app.get(Weather)).toBe(app.get(Forecast));
  const rows = app.get(Rows);
  expect(rows.dropped).toEqual(['sun']);
  const records = app
    .get(ErasureRegistry)
    .all()
    .find(({ module }) => module === 'spec');
  expect(records?.tables).toBe(TABLES);
  await records?.before?.('ana');
  await app.get(Sweep).sweep();
  expect(rows.dropped).toEqual(['sun', 'ana', 'nobody']);
  await product.close();
});

it('refuses to start when two modules declare the same name, and reports the name', async () => {
  const sameEventAgain = { ...counter, shapes: { Counted: { ...counter.shapes.Counted } } };
  const both = (list: Partial<ModuleManifest>, other = list) =>
    start({ name: 'one', ...list }, { name: 'other', ...other });
  await expect(both({ streams: [counter] }, { streams: [sameEventAgain] })).rejects.toThrow(
    'Module other: Event type Counted is declared twice.',
  );
  await expect(both({ readModels: [readModel('spec')] })).rejects.toThrow(
    'Module other: Projection spec is added twice.',
  );
  await expect(both({ processes: [Follow] })).rejects.toThrow(
    'Module other: Process spec.follow is added twice.',
  );
  await expect(both({ erasure: { tables: TABLES } })).rejects.toThrow(
    'Module other: Module one names the table spec.row of personal records too.',
  );
  await expect(both({ erasureSteps: [Leave] })).rejects.toThrow(
    'Module other: Erasure step spec.leave is added twice.',
  );
  await expect(both({ encryptedTables: [encryptedTable] })).rejects.toThrow(
    'Module other: The encrypted table spec.secret is registered twice.',
  );
  await expect(both({ exportParts: [Part] })).rejects.toThrow(
    'Module other: The file spec.json of the export is added twice.',
  );
});

it('accepts each class once, and only in the list of its kind', () => {
  const manifestWith = (list: Partial<ModuleManifest>) => () => manifest({ name: 'spec', ...list });
  expect(manifestWith({ exportParts: [Part], providers: [Part] })).toThrow(
    'Module spec declares Part twice.',
  );
  expect(manifestWith({ processes: [Follow, Follow] })).toThrow('Module spec declares Follow twice.');
  expect(manifestWith({ offers: [bindPort(Weather, Forecast), bindPort(Weather, Forecast)] })).toThrow(
    'Module spec declares Weather twice.',
  );
  expect(manifestWith({ providers: [Sweep] })).toThrow(
    'Module spec: spec.housekeeping belongs to its housekeeping.',
  );
  expect(manifestWith({ providers: [Counts] })).toThrow('Module spec: Counts belongs to its metrics.');
  const Counting = defineHousekeeping({
    name: 'spec.counting',
    logger: 'spec',
    needs: { metrics: Metrics },
    steps: () => [],
  });
  expect(manifestWith({ housekeeping: [Counting] })).toThrow(
    'Module spec: spec.counting belongs to its metrics.',
  );
});

it('refuses factories that use metrics, because only classes may', () => {
  const manifestWith = (list: Partial<ModuleManifest>) => () => manifest({ name: 'spec', ...list });
  const counted = injected([Metrics], () => readModel('spec.rows'));
  const words = 'Module spec: what counts is a class of its metrics.';
  expect(manifestWith({ readModels: [counted] })).toThrow(words);
  expect(manifestWith({ registers: [injected([Metrics], () => undefined)] })).toThrow(words);
  expect(manifestWith({ providers: [factoryProvider(Rows, [Metrics], () => new Rows())] })).toThrow(words);
});

it('does not mistake leased work for an effect', () => {
  // @ts-expect-error -- the processes may repeat leased work
  const mixedUp: Partial<ModuleManifest> = { effects: [RemoteRevocationLoop] };
  expect([mixedUp.effects, RemoteRevocationLoop.workKind]).toEqual([[RemoteRevocationLoop], 'leased-work']);
});
