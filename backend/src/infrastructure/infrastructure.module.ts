import { join } from 'node:path';
import { EventStore } from '@posthorn/event-sourcing/event-store';
import { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { Global, Module, type DynamicModule, type Provider } from '@nestjs/common';
import { APP_GUARD, APP_INTERCEPTOR } from '@nestjs/core';
import { CqrsModule } from '@nestjs/cqrs';
import { ScheduleModule } from '@nestjs/schedule';
import { Pool } from 'pg';
import { CauseContext } from './event-log/cause-context.ts';
import { Clock } from './clock.ts';
import { Configuration } from './config/configuration.ts';
import { DatabaseChannel } from './database/database-channel.ts';
import { Budgets } from './effects/budgets.ts';
import { CrashPoints } from './config/crash-points.ts';
import { DatabaseClock } from './database/database-clock.ts';
import { EffectEngine } from './effects/effect-engine.ts';
import { PublishingHold } from './effects/publishing-hold.ts';
import { UsersBeingErased } from './effects/users-being-erased.ts';
import { ErasedList } from './personal-data/erasure/erased-list.ts';
import { ErasedPeople } from './personal-data/erasure/erased-people.ts';
import { ErasureRegistry } from './readers/erasure-registry.ts';
import { ErasureSteps } from './readers/erasure-steps.ts';
import { REMOTE_REVOCATIONS, RemoteRevocationRows } from './personal-data/erasure/remote-revocation-rows.ts';
import { RemoteRevocationLoop, RemoteRevocations } from './personal-data/erasure/remote-revocations.ts';
import { RowErasure } from './personal-data/erasure/row-erasure.ts';
import type { AppContext } from './app-context.ts';
import { ExportRegistry } from './readers/export-registry.ts';
import { PersonalArchive } from './personal-data/export/personal-archive.ts';
import { CauseInterceptor } from './http/edge/cause.interceptor.ts';
import { ShownMediaAddresses } from './http/pages/media-addresses.ts';
import { OwnCalls } from './http/edge/own-calls.ts';
import { DeclaredQuery } from './http/edge/declared-query.guard.ts';
import { HeavyReads } from './http/edge/heavy-reads.ts';
import { RateLimits } from './http/edge/rate-limits.ts';
import { WrittenBytes } from './http/edge/written-bytes.ts';
import { SameSiteGuard } from './http/edge/same-site.guard.ts';
import { Sitemap } from './http/pages/sitemap.ts';
import { HiddenPosts } from './http/pages/hidden-posts.ts';
import { ProfileFigures } from './http/pages/profile-figures.ts';
import { ProfilePictures } from './http/pages/profile-pictures.ts';
import { SessionGuard } from './http/session/session.guard.ts';
import { LiveController } from './live/live.controller.ts';
import { LiveUpdates } from './live/live-updates.ts';
import { RowsChanged } from './readers/rows-changed.ts';
import { AppendOutcomes } from './event-log/append-outcomes.ts';
import { EventCatalog } from './event-log/event-catalog.ts';
import { EventCodec } from './event-log/event-codec.ts';
import { EventReader } from './event-log/event-reader.ts';
import { PersonalKeys } from './event-log/personal-keys.ts';
import { SUBJECT_KEYS } from './event-log/postgres-personal-keys.ts';
import { PositionContext } from './event-log/position-context.ts';
import { StreamWriter } from './event-log/stream-writer.ts';
import { Mailer } from './mail/mailer.ts';
import { injected } from './manifest/injected.ts';
import { manifest } from './manifest/manifest.ts';
import { Health } from './operations/health.ts';
import { HttpFigures } from './observability/http-figures.ts';
import { LogFigures } from './event-log/log-figures.ts';
import { Metrics } from './observability/metrics.ts';
import { OperatorController } from './operations/operator.controller.ts';
import { OperatorPages } from './operations/operator-pages.ts';
import { ReaderFigures } from './readers/reader-figures.ts';
import { OAuthAnswers } from './oauth-flows/oauth-answers.ts';
import { OAUTH_FLOWS, OAuthFlows } from './oauth-flows/oauth-flows.ts';
import { ProcessRegistry } from './readers/process-registry.ts';
import { Checkpoints } from './readers/checkpoints.ts';
import { FirstCatchUp } from './readers/first-catch-up.ts';
import { LookupIndexes } from './readers/lookup-indexes.ts';
import { LogTail } from './readers/log-tail.ts';
import { PositionRequests } from './readers/position-requests.ts';
import { ProjectionRegistry } from './readers/projection-registry.ts';
import { ProjectionTables } from './readers/projection-tables.ts';
import { ProjectionRebuild } from './readers/projection-rebuild.ts';
import { ReadGate } from './readers/read-gate.ts';
import { ReaderPositions } from './readers/reader-positions.ts';
import { ReaderProgress } from './readers/reader-progress.ts';
import { Readers } from './readers/readers.ts';
import { Restoration } from './operations/restore/restoration.ts';
import { KeyRing } from './vault/key-ring.ts';
import { KeyRotation } from './vault/key-rotation.ts';
import { KeyRotationTick } from './operations/key-rotation-tick.ts';
import { PERSONAL_SECRETS, PersonalDigests } from './vault/personal-digests.ts';
import { EncryptedTables } from './vault/encrypted-tables.ts';
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
  RemoteRevocationRows,
  RemoteRevocations,
  ProjectionTables,
  LookupIndexes,
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
  { provide: RowsChanged, useExisting: LiveUpdates },
  HeavyReads,
  WrittenBytes,
  RateLimits,
  OwnCalls,
  Sitemap,
  HiddenPosts,
  ProfileFigures,
  ProfilePictures,
  EncryptedTables,
  PersonalDigests,
  KeyRotation,
  KeyRotationTick,
  OAuthAnswers,
  OAuthFlows,
  DatabaseClock,
  { provide: Mailer, useFactory: mailerFor, inject: [Configuration] },
  Budgets,
  UsersBeingErased,
  EffectEngine,
  PublishingHold,
  ExportRegistry,
  PersonalArchive,
  { provide: CrashPoints, useFactory: () => new CrashPoints(process.env) },
  Metrics,
  Health,
  OperatorPages,
  Restoration,
];

/** The services that all modules use. What differs between product and specs comes from `AppContext`. */
@Global()
@Module(
  manifest({
    name: 'infrastructure',
    leasedWork: [RemoteRevocationLoop],
    encryptedTables: [SUBJECT_KEYS, OAUTH_FLOWS, REMOTE_REVOCATIONS, PERSONAL_SECRETS],
    erasure: { tables: [], before: injected([RateLimits], (limits) => (userId) => limits.forget(userId)) },
    metrics: [HttpFigures, ReaderFigures, LogFigures],
  }),
)
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
        // The order matters. Nest runs the guards before the interceptors. They check the origin of a request, its session and its query. The
        // first interceptor records who caused the events. The second one changes media URLs in responses.
        { provide: APP_GUARD, useClass: SameSiteGuard },
        { provide: APP_GUARD, useClass: SessionGuard },
        { provide: APP_GUARD, useClass: DeclaredQuery },
        { provide: APP_INTERCEPTOR, useClass: CauseInterceptor },
        { provide: APP_INTERCEPTOR, useClass: ShownMediaAddresses },
      ],
      exports: [CqrsModule, ...providers],
    };
  }
}

/** The mailer sends through the operator's mail server. Without a server it writes files into the outbox folder. */
function mailerFor({ smtpUrl, mailFrom, dataDir }: Configuration): Mailer {
  return smtpUrl ? new SmtpMailer(smtpUrl, mailFrom) : new OutboxMailer(join(dataDir, 'outbox'), mailFrom);
}
