import type { Abstract, Type } from '@nestjs/common';
import { ErasureRegistry, type PersonalRecords } from '#infrastructure/readers/erasure-registry.ts';
import { ErasureSteps } from '#infrastructure/readers/erasure-steps.ts';
import { ExportRegistry } from '#infrastructure/readers/export-registry.ts';
import { EventCatalog } from '#infrastructure/event-log/event-catalog.ts';
import { ProcessRegistry } from '#infrastructure/readers/process-registry.ts';
import { ProjectionRegistry } from '#infrastructure/readers/projection-registry.ts';
import { EncryptedTables } from '../vault/encrypted-tables.ts';
import { Injected } from './injected.ts';
import type { ModuleManifest } from './module-manifest.ts';

/** One for each thing that the module adds to a registry. Nest has made the registry, and what the thing is made of, before. */
export function registrationsOf(declared: ModuleManifest): readonly Injected<void>[] {
  const { streams = [], readModels = [], processes = [], encryptedTables = [], registers = [] } = declared;
  const { erasureSteps = [], exportParts = [] } = declared;
  return [
    ...streams.map((stream) =>
      added(EventCatalog, plainly(stream), (catalog, known) => {
        catalog.add(known);
      }),
    ),
    ...readModels.map((readModel) => added(ProjectionRegistry, plainly(readModel), addTo)),
    ...processes.map((process) =>
      added(
        ProcessRegistry,
        injectedValue(process, (held) => held.process),
        addTo,
      ),
    ),
    ...encryptedTables.map((table) => added(EncryptedTables, plainly(table), addTo)),
    ...erasureOf(declared),
    ...erasureSteps.map((step) =>
      added(
        ErasureSteps,
        injectedValue(step, (held) => held.step),
        (steps, made) => {
          for (const one of [made].flat()) steps.add(one);
        },
      ),
    ),
    ...exportParts.map((part) =>
      added(
        ExportRegistry,
        injectedValue(part, (held) => held),
        addTo,
      ),
    ),
    ...registers,
  ];
}

function erasureOf({ name: module, erasure }: ModuleManifest): readonly Injected<void>[] {
  if (!erasure) return [];
  const { tables, before } = erasure;
  const records = before
    ? new Injected<PersonalRecords>(before.tokens, (...given) => ({
        module,
        tables,
        before: before.make(...given),
      }))
    : plainly<PersonalRecords>({ module, tables });
  return [added(ErasureRegistry, records, addTo)];
}

type Registry<Value> = Readonly<{ add(value: Value): void }>;
const addTo = <Value>(registry: Registry<Value>, value: Value): void => {
  registry.add(value);
};

const plainly = <Value extends object>(value: Value | Injected<Value>): Injected<Value> =>
  value instanceof Injected ? value : new Injected([], () => value);

/** @param valueIn what an instance of a class that is named holds */
const injectedValue = <Held, Value>(
  named: Type<Held> | Injected<Value>,
  valueIn: (held: Held) => Value,
): Injected<Value> =>
  named instanceof Injected ? named : new Injected([named], (held) => valueIn(held as Held));

const added = <Target, Value>(
  registry: Abstract<Target>,
  value: Injected<Value>,
  add: (registry: Target, value: Value) => void,
): Injected<void> =>
  new Injected([registry, ...value.tokens], (target, ...given) => {
    add(target as Target, value.make(...given));
  });
