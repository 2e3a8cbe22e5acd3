import 'reflect-metadata';
import { SELF_DECLARED_DEPS_METADATA } from '@nestjs/common/constants.js';
import type { InjectionToken, Provider, Type } from '@nestjs/common';
import { WorkerLoop } from '../effects/worker-loop.ts';
import { Housekeeping } from '#infrastructure/effects/housekeeping.ts';
import { Metrics } from '../observability/metrics.ts';
import { Injected } from './injected.ts';
import type { ModuleManifest } from './module-manifest.ts';

/** The classes that the lists name, the ports that they fill, and the rest. */
export function providersOf(declared: ModuleManifest): readonly Provider[] {
  const { name, offers = [], providers = [] } = declared;
  const lists = listsOf(declared);
  const named = [...new Set([...Object.values(lists).flat(), ...offers.map(({ by }) => by)])];
  const tokens = [...offers.map(({ port }) => port), ...providers.map(tokenOf)];
  const twice =
    Object.values(lists).map(firstTwice).find(Boolean) ?? firstTwice<InjectionToken>([...named, ...tokens]);
  if (twice) throw new Error(`Module ${name} declares ${nameOf(twice)} twice.`);
  checkPlaces(declared, [...named, ...providers.filter(isClass)]);
  if (madeWithMetrics(declared)) throw new Error(`Module ${name}: what counts is a class of its metrics.`);
  return [
    ...named,
    ...offers.map(({ port, by }): Provider => ({ provide: port, useExisting: by })),
    ...providers,
  ];
}

const isClass = (one: unknown): one is Type => typeof one === 'function';

/** The lists whose classes are providers. Classes may stand in several of them: one that counts may be one of an export too. */
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

/** A list is whole: what belongs to it does not stand elsewhere. */
function checkPlaces(
  { name, effects = [], leasedWork = [], housekeeping = [], metrics = [] }: ModuleManifest,
  classes: readonly Type[],
): void {
  const misplaced = (lists: string, belongs: (one: Type) => boolean, there: readonly Type[]) => {
    const found = classes.find((one) => belongs(one) && !there.includes(one));
    if (found) throw new Error(`Module ${name}: ${found.name} belongs to its ${lists}.`);
  };
  const isLoop = (one: Type) => one.prototype instanceof WorkerLoop;
  misplaced('effects or leasedWork', isLoop, [...effects, ...leasedWork]);
  misplaced('housekeeping', (one) => one.prototype instanceof Housekeeping, housekeeping);
  misplaced('metrics', counts, metrics);
}

/** What makes figures has the registry of all figures injected: as the type of a parameter, or by `injectInto`. */
const counts = (one: Type): boolean =>
  ((Reflect.getMetadata('design:paramtypes', one) ?? []) as readonly unknown[]).includes(Metrics) ||
  ((Reflect.getMetadata(SELF_DECLARED_DEPS_METADATA, one) ?? []) as readonly { param: unknown }[]).some(
    ({ param }) => param === Metrics,
  );

/** Functions have no name that the list of metrics could hold. */
function madeWithMetrics({
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

const firstTwice = <One>(list: readonly One[]): One | undefined =>
  list.find((one, at) => list.indexOf(one) < at);

const nameOf = (token: InjectionToken): string => (typeof token === 'function' ? token.name : String(token));
