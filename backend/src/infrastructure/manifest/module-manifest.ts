import type { Stream } from '@posthorn/event-sourcing';
import type { Abstract, ModuleMetadata, Provider, Type } from '@nestjs/common';
import type { AskingProcess, LoopWork, ReadModel } from '../effects/declared-loop.ts';
import type { WorkerLoop } from '../effects/worker-loop.ts';
import type { PersonalRecords, PersonalTable } from '#infrastructure/readers/erasure-registry.ts';
import type { ErasureStep } from '#infrastructure/readers/erasure-steps.ts';
import type { ExportPart } from '#infrastructure/readers/export-part.ts';
import type { Housekeeping } from '#infrastructure/effects/housekeeping.ts';
import type { SealedTable } from '../vault/sealed-tables.ts';
import type { Injected } from './injected.ts';

type Loop<Does extends LoopWork> = Type<Pick<WorkerLoop, 'round' | 'wake'>> & Readonly<{ does: Does }>;

/** What one module adds to the product. A class in any of these lists is a provider of the module. A list names it once; it may stand in several lists. */
export type ModuleManifest = Readonly<{
  /** As its folder. */
  name: string;
  imports?: ModuleMetadata['imports'];
  controllers?: ModuleMetadata['controllers'];
  /** Its events, as they are stored. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- a stream of narrower events is none of `Event`
  streams?: readonly Stream<any, any>[];
  readModels?: readonly (ReadModel | Injected<ReadModel>)[];
  /** What follows from events. */
  processes?: readonly (Type<Readonly<{ process: AskingProcess }>> | Injected<AskingProcess>)[];
  /** What happens outside once: of `defineEffect`, `defineEffectLoop` or `defineMails`. */
  effects?: readonly Loop<'effect'>[];
  /** What is done on time: of `defineLeasedWork`. */
  leasedWork?: readonly Loop<'leased-work'>[];
  /** What is cleared away once a minute: of `defineHousekeeping`. */
  housekeeping?: readonly Type<Housekeeping>[];
  /** Tables with secrets, for the rotation of keys. */
  sealedTables?: readonly SealedTable[];
  /** What an erasure deletes outside of the log and its read models. */
  erasure?: Readonly<{
    tables: readonly PersonalTable[];
    before?: Injected<NonNullable<PersonalRecords['before']>>;
  }>;
  /** Further steps of an erasure. They run in the order of their phases. */
  erasureSteps?: readonly (
    Type<Readonly<{ step: ErasureStep }>> | Injected<ErasureStep | readonly ErasureStep[]>
  )[];
  /** What an export of somebody's data holds. */
  exportParts?: readonly Type<ExportPart>[];
  /** Classes that report figures to operators. */
  metrics?: readonly Type[];
  /** Ports that it fills, its own and those of lower modules. Other modules may inject them. */
  offers?: readonly Offer[];
  /** Functions that run once at the start and register what few modules have: files in use, pages of the sitemap. */
  registers?: readonly Injected<void>[];
  /** Its use cases, and all that the classes above need. */
  providers?: readonly Provider[];
}>;

export type Offer = Readonly<{ port: Abstract<unknown>; by: Type }>;

/** The class becomes a provider; who injects the port gets it. */
export const fills = <Port>(port: Abstract<Port>, by: Type<Port>): Offer => ({ port, by });
