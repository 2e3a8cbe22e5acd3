import { join } from 'node:path';
import { EventStore } from '@posthorn/event-sourcing/event-store';
import { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { Global, Module, type DynamicModule, type Provider } from '@nestjs/common';
import { APP_GUARD, APP_INTERCEPTOR } from '@nestjs/core';
import { CqrsModule } from '@nestjs/cqrs';
import { ScheduleModule } from '@nestjs/schedule';
import { Pool } from 'pg';
import { CauseContext } from './cause-context.ts';
import { Clock } from './clock.ts';
import { Configuration } from './config/configuration.ts';
import { DatabaseChannel } from './database/database-channel.ts';
import { Budgets } from './effects/budgets.ts';
import { CrashPoints } from './crash-points.ts';
import { DatabaseClock } from './database/database-clock.ts';
import { EffectEngine } from './effects/effect-engine.ts';
import { PublishingHold } from './effects/publishing-hold.ts';
import { LeavingPeople } from './erasure/leaving-people.ts';
import { ErasedList } from './erasure/erased-list.ts';
import { ErasedPeople } from './erasure/erased-people.ts';
import { ErasureRegistry } from './erasure/erasure-registry.ts';
import { ErasureSteps } from './erasure/erasure-steps.ts';
import { FAREWELLS, FarewellRows } from './erasure/farewell-rows.ts';
import { FarewellLoop, Farewells } from './erasure/farewells.ts';
import { RowErasure } from './erasure/row-erasure.ts';
import type { AppContext } from './app-context.ts';
import { ExportRegistry } from './export/export-registry.ts';
import { PersonalArchive } from './export/personal-archive.ts';
import { CauseInterceptor } from './http/cause.interceptor.ts';
import { ShownMediaAddresses } from './http/media-addresses.ts';
import { OwnCalls } from './http/own-calls.ts';
import { HeavyReads } from './http/heavy-reads.ts';
import { RateLimits } from './http/rate-limits.ts';
import { WrittenBytes } from './http/written-bytes.ts';
import { SameSiteGuard } from './http/same-site.guard.ts';
import { Sitemap } from './http/sitemap.ts';
import { ProfileBanners } from './profile-banners.ts';
import { SessionGuard } from './http/session.guard.ts';
import { LiveController } from './live/live.controller.ts';
import { LiveUpdates } from './live/live-updates.ts';
import { AppendOutcomes } from './log/append-outcomes.ts';
import { EventCatalog } from './log/event-catalog.ts';
import { EventCodec } from './log/event-codec.ts';
import { EventReader } from './log/event-reader.ts';
import { PersonalKeys } from './log/personal-keys.ts';
import { SUBJECT_KEYS } from './log/postgres-personal-keys.ts';
import { PositionContext } from './log/position-context.ts';
import { StreamWriter } from './log/stream-writer.ts';
import { Mailer } from './mail/mailer.ts';
import { Health } from './observability/health.ts';
import { HttpFigures } from './observability/http-figures.ts';
import { LogFigures } from './observability/log-figures.ts';
import { Metrics } from './observability/metrics.ts';
import { OperatorController } from './observability/operator.controller.ts';
import { OperatorPages } from './observability/operator-pages.ts';
import { ReaderFigures } from './observability/reader-figures.ts';
import { OAuthAnswers } from './oauth-flows/oauth-answers.ts';
import { OAUTH_FLOWS, OAuthFlows } from './oauth-flows/oauth-flows.ts';
import { ProcessRegistry } from './processes/process-registry.ts';
import { Checkpoints } from './projections/checkpoints.ts';
import { FirstCatchUp } from './projections/first-catch-up.ts';
import { LogTail } from './projections/log-tail.ts';
import { PositionRequests } from './projections/position-requests.ts';
import { ProjectionRegistry } from './projections/projection-registry.ts';
import { ProjectionTables } from './projections/projection-tables.ts';
import { ProjectionRebuild } from './projections/projection-rebuild.ts';
import { ReadGate } from './projections/read-gate.ts';
import { ReaderPositions } from './projections/reader-positions.ts';
import { ReaderProgress } from './projections/reader-progress.ts';
import { Readers } from './projections/readers.ts';
import { Restoration } from './restore/restoration.ts';
import { KeyRing } from './vault/key-ring.ts';
import { KeyRotation } from './vault/key-rotation.ts';
import { KeyRotationTick } from './vault/key-rotation-tick.ts';
import { SealedTables } from './vault/sealed-tables.ts';
import { OutboxMailer } from './mail/outbox-mailer.ts';
import { SmtpMailer } from './mail/smtp-mailer.ts';

const SERVICES: Provider[] = [
  CauseContext,
  PositionContext,
  EventCatalog,
  EventCodec,
  EventReader,
  AppendOutcomes,
  StreamWriter,
  Checkpoints,
  ProjectionRegistry,
  ErasureRegistry,
  RowErasure,
  ErasureSteps,
  ErasedList,
  ErasedPeople,
  FarewellRows,
  Farewells,
  FarewellLoop,
  ProjectionTables,
  ReaderPositions,
  PositionRequests,
  ReadGate,
  ProjectionRebuild,
  LogTail,
  ProcessRegistry,
  ReaderProgress,
  FirstCatchUp,
  Readers,
  LiveUpdates,
  HeavyReads,
  WrittenBytes,
  RateLimits,
  OwnCalls,
  Sitemap,
  ProfileBanners,
  SealedTables,
  KeyRotation,
  KeyRotationTick,
  OAuthAnswers,
  OAuthFlows,
  DatabaseClock,
  { provide: Mailer, useFactory: mailerFor, inject: [Configuration] },
  Budgets,
  LeavingPeople,
  EffectEngine,
  PublishingHold,
  ExportRegistry,
  PersonalArchive,
  { provide: CrashPoints, useFactory: () => new CrashPoints(process.env) },
  Metrics,
  HttpFigures,
  ReaderFigures,
  LogFigures,
  Health,
  OperatorPages,
  Restoration,
];

/** All that every module stands on, open to all of them. What differs between product and specs comes as `AppContext`. */
@Global()
@Module({})
export class InfrastructureModule {
  static on(context: AppContext): DynamicModule {
    const given: Provider[] = [
      { provide: Configuration, useValue: context.configuration },
      { provide: Clock, useValue: context.clock },
      { provide: EventStore, useValue: context.store },
      { provide: KeyRing, useValue: context.keyRing },
      { provide: PersonalKeys, useValue: context.personalKeys },
      { provide: Pool, useValue: context.database.pool },
      { provide: MikroORM, useValue: context.database.orm },
      { provide: EntityManager, useValue: context.database.orm.em },
      { provide: DatabaseChannel, useValue: context.database.channel },
    ];
    const providers = [...given, ...SERVICES];
    return {
      module: InfrastructureModule,
      imports: [CqrsModule.forRoot(), ScheduleModule.forRoot()],
      controllers: [OperatorController, LiveController],
      providers: [
        ...providers,
        // In this order: where a request comes from, then who sends it, then the cause of what it does.
        { provide: APP_GUARD, useClass: SameSiteGuard },
        { provide: APP_GUARD, useClass: SessionGuard },
        { provide: APP_INTERCEPTOR, useClass: CauseInterceptor },
        { provide: APP_INTERCEPTOR, useClass: ShownMediaAddresses },
      ],
      exports: [CqrsModule, ...providers],
    };
  }

  constructor(sealed: SealedTables, erasures: ErasureRegistry, limits: RateLimits) {
    sealed.add(SUBJECT_KEYS, OAUTH_FLOWS, FAREWELLS);
    erasures.add({ module: 'infrastructure', tables: [], before: (userId) => limits.forget(userId) });
  }
}

/** Through the operator's mail server, else into the outbox folder. */
function mailerFor({ smtpUrl, mailFrom, dataDir }: Configuration): Mailer {
  return smtpUrl ? new SmtpMailer(smtpUrl, mailFrom) : new OutboxMailer(join(dataDir, 'outbox'), mailFrom);
}
