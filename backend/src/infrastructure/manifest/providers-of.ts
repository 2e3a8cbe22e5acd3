import 'reflect-metadata';
import { SELF_DECLARED_DEPS_METADATA } from '@nestjs/common/constants.js';
import type { InjectionToken, Provider, Type } from '@nestjs/common';
import { WorkerLoop } from '../effects/worker-loop.ts';
import { Housekeeping } from '#infrastructure/effects/housekeeping.ts';
import { Metrics } from '../observability/metrics.ts';
import { Injected } from './injected.ts';
import type { ModuleManifest } from './module-manifest.ts';

/** Returns the providers of a module: the classes in its lists, the ports that they implement, and its other providers. */
export function providersOf(declared: ModuleManifest): readonly Provider[] {
  const { name, offers = [], providers = [] } = declared;
  const lists = listsOf(declared);
  const listed = [...new Set([...Object.values(lists).flat(), ...offers.map(({ by }) => by)])];
  const tokens = [...offers.map(({ port }) => port), ...providers.map(tokenOf)];
  const duplicate =
    Object.values(lists).map(firstDuplicate).find(Boolean) ??
    firstDuplicate<InjectionToken>([...listed, ...tokens]);
  if (duplicate) throw new Error(`Module ${name} declares ${nameOf(duplicate)} twice.`);
  checkLists(declared, [...listed, ...providers.filter(isClass)]);
  if (hasFactoryWithMetrics(declared))
    throw new Error(`Module ${name}: what counts is a class of its metrics.`);
  return [
    ...listed,
    ...offers.map(({ port, by }): Provider => ({ provide: port, useExisting: by })),
    ...providers,
  ];
}

const isClass = (one: unknown): one is Type => typeof one === 'function';

/** The lists whose classes are providers. A class may be in several lists: a class with metrics may also be a part of the export. */
function listsOf({
  processes = [],
  effects = [],
  leasedWork = [],
  housekeeping = [],
  erasureSteps = [],
  exportParts = [],
  metrics = [],
}: ModuleManifest): Readonly<Record<string, readonly Type[]>> {
  return {
    processes: processes.filter(isClass),
    erasureSteps: erasureSteps.filter(isClass),
    effects,
    leasedWork,
    housekeeping,
    exportParts,
    metrics,
  };
}

/** Checks that each loop, housekeeping and metrics class is in the list for its kind. */
function checkLists(
  { name, effects = [], leasedWork = [], housekeeping = [], metrics = [] }: ModuleManifest,
  classes: readonly Type[],
): void {
  const refuseMisplaced = (lists: string, isOfKind: (one: Type) => boolean, allowed: readonly Type[]) => {
    const found = classes.find((one) => isOfKind(one) && !allowed.includes(one));
    if (found) throw new Error(`Module ${name}: ${found.name} belongs to its ${lists}.`);
  };
  const isLoop = (one: Type) => one.prototype instanceof WorkerLoop;
  refuseMisplaced('effects or leasedWork', isLoop, [...effects, ...leasedWork]);
  refuseMisplaced('housekeeping', (one) => one.prototype instanceof Housekeeping, housekeeping);
  refuseMisplaced('metrics', reportsMetrics, metrics);
}

/** Whether a class reports metrics: it has `Metrics` injected, by the type of a parameter or by `injectInto`. */
const reportsMetrics = (one: Type): boolean =>
  ((Reflect.getMetadata('design:paramtypes', one) ?? []) as readonly unknown[]).includes(Metrics) ||
  ((Reflect.getMetadata(SELF_DECLARED_DEPS_METADATA, one) ?? []) as readonly { param: unknown }[]).some(
    ({ param }) => param === Metrics,
  );

/** Whether a factory function gets `Metrics`. A function cannot be in the list of metrics. */
function hasFactoryWithMetrics({
  readModels = [],
  processes = [],
  erasureSteps = [],
  registers = [],
  erasure,
  providers = [],
}: ModuleManifest): boolean {
  const tokens: readonly unknown[] = [
    ...[...readModels, ...processes, ...erasureSteps, ...registers, erasure?.before].flatMap((one) =>
      one instanceof Injected ? one.tokens : [],
    ),
    ...providers.flatMap((one) => ('inject' in one ? (one.inject ?? []) : [])),
  ];
  return tokens.includes(Metrics);
}

const tokenOf = (provider: Provider): InjectionToken =>
  typeof provider === 'function' ? provider : provider.provide;

const firstDuplicate = <One>(list: readonly One[]): One | undefined =>
  list.find((one, at) => list.indexOf(one) < at);

const nameOf = (token: InjectionToken): string => (typeof token === 'function' ? token.name : String(token));
