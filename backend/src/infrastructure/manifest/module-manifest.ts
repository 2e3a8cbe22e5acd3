import type { Stream } from '@posthorn/event-sourcing';
import type { Abstract, ModuleMetadata, Provider, Type } from '@nestjs/common';
import type { AskingProcess, LoopWork, ReadModel } from '../effects/declared-loop.ts';
import type { WorkerLoop } from '../effects/worker-loop.ts';
import type { PersonalRecords, PersonalTable } from '#infrastructure/readers/erasure-registry.ts';
import type { ErasureStep } from '#infrastructure/readers/erasure-steps.ts';
import type { ExportPart } from '#infrastructure/readers/export-part.ts';
import type { Housekeeping } from '#infrastructure/effects/housekeeping.ts';
import type { EncryptedTable } from '../vault/encrypted-tables.ts';
import type { Injected } from './injected.ts';

type Loop<Kind extends LoopWork> = Type<Pick<WorkerLoop, 'round' | 'wake'>> & Readonly<{ workKind: Kind }>;

/**
 * What one module adds to the product. A class in any of these lists becomes a provider of the module. A list contains a class once; several
 * lists may contain it.
 */
export type ModuleManifest = Readonly<{
  /** The name of its folder. */
  name: string;
  imports?: ModuleMetadata['imports'];
  controllers?: ModuleMetadata['controllers'];
  /** Its streams, with the events that it stores. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- a stream of certain events is not assignable to `Stream<…, Event>`
  streams?: readonly Stream<any, any>[];
  readModels?: readonly (ReadModel | Injected<ReadModel>)[];
  /** Processes that react to events. */
  processes?: readonly (Type<Readonly<{ process: AskingProcess }>> | Injected<AskingProcess>)[];
  /** Actions in other systems, each done once: from `defineEffect`, `defineEffectLoop` or `defineMails`. */
  effects?: readonly Loop<'effect'>[];
  /** Work at a due time: from `defineLeasedWork`. */
  leasedWork?: readonly Loop<'leased-work'>[];
  /** Clean-ups that run once a minute: from `defineHousekeeping`. */
  housekeeping?: readonly Type<Housekeeping>[];
  /** Tables with secrets, for the rotation of keys. */
  encryptedTables?: readonly EncryptedTable[];
  /** What an erasure deletes outside the log and its read models. */
  erasure?: Readonly<{
    tables: readonly PersonalTable[];
    before?: Injected<NonNullable<PersonalRecords['before']>>;
  }>;
  /** Further steps of an erasure. They run in the order of their phases. */
  erasureSteps?: readonly (
    | Type<Readonly<{ step: ErasureStep }>>
    | Injected<ErasureStep | readonly ErasureStep[]>
  )[];
  /** Parts of the export of a user's data. */
  exportParts?: readonly Type<ExportPart>[];
  /** Classes that report metrics to operators. */
  metrics?: readonly Type[];
  /** Ports that it implements: its own and those of lower modules. Other modules may inject them. */
  offers?: readonly Offer[];
  /** Functions that run once at the start and register what few modules have: files in use, pages of the sitemap. */
  registers?: readonly Injected<void>[];
  /** Its use cases, and everything else that the classes above inject. */
  providers?: readonly Provider[];
}>;

export type Offer = Readonly<{ port: Abstract<unknown>; by: Type }>;

/** Makes `by` the implementation of `port`: classes that inject the port get it. */
export const bindPort = <Port>(port: Abstract<Port>, by: Type<Port>): Offer => ({ port, by });
