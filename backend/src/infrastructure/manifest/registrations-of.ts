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

/** Returns one registration for each thing that the module adds to a registry. Nest creates the registry and the thing's dependencies before. */
export function registrationsOf(declared: ModuleManifest): readonly Injected<void>[] {
  const { streams = [], readModels = [], processes = [], encryptedTables = [], registers = [] } = declared;
  const { erasureSteps = [], exportParts = [] } = declared;
  return [
    ...streams.map((stream) =>
      registrationIn(EventCatalog, asInjected(stream), (catalog, instance) => {
        catalog.add(instance);
      }),
    ),
    ...readModels.map((readModel) => registrationIn(ProjectionRegistry, asInjected(readModel), addTo)),
    ...processes.map((process) =>
      registrationIn(
        ProcessRegistry,
        injectedValue(process, (instance) => instance.process),
        addTo,
      ),
    ),
    ...encryptedTables.map((table) => registrationIn(EncryptedTables, asInjected(table), addTo)),
    ...erasureOf(declared),
    ...erasureSteps.map((step) =>
      registrationIn(
        ErasureSteps,
        injectedValue(step, (instance) => instance.step),
        (steps, value) => {
          for (const one of [value].flat()) steps.add(one);
        },
      ),
    ),
    ...exportParts.map((part) =>
      registrationIn(
        ExportRegistry,
        injectedValue(part, (instance) => instance),
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
    : asInjected<PersonalRecords>({ module, tables });
  return [registrationIn(ErasureRegistry, records, addTo)];
}

type Registry<Value> = Readonly<{ add(value: Value): void }>;
const addTo = <Value>(registry: Registry<Value>, value: Value): void => {
  registry.add(value);
};

const asInjected = <Value extends object>(value: Value | Injected<Value>): Injected<Value> =>
  value instanceof Injected ? value : new Injected([], () => value);

/** @param valueIn returns the value that an instance of the class contains */
const injectedValue = <Held, Value>(
  provider: Type<Held> | Injected<Value>,
  valueIn: (instance: Held) => Value,
): Injected<Value> =>
  provider instanceof Injected ? provider : new Injected([provider], (instance) => valueIn(instance as Held));

const registrationIn = <Target, Value>(
  registry: Abstract<Target>,
  value: Injected<Value>,
  add: (registry: Target, value: Value) => void,
): Injected<void> =>
  new Injected([registry, ...value.tokens], (target, ...given) => {
    add(target as Target, value.make(...given));
  });
