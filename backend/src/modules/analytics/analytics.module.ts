import { Global, Module } from '@nestjs/common';
import { ErasureRegistry } from '#infrastructure/readers/erasure-registry.ts';
import { ExportRegistry } from '#infrastructure/readers/export-registry.ts';
import { EventCatalog } from '#infrastructure/event-log/event-catalog.ts';
import { PersonalKeys } from '#infrastructure/event-log/personal-keys.ts';
import { ProcessRegistry } from '#infrastructure/readers/process-registry.ts';
import { ProjectionRegistry } from '#infrastructure/readers/projection-registry.ts';
import { FigureTotals } from '#modules/scheduling/ports/figure-totals.ts';
import { AnalyticsController } from './analytics.controller.ts';
import { metricsStream } from './domain/publication-metrics.ts';
import { metricsTermsStream } from './domain/terms.ts';
import { AnalyticsPart } from './features/export-account/analytics-part.ts';
import { ExportedFigures } from './features/export-figures/exported-figures.ts';
import { RunningExports } from './features/export-figures/running-exports.ts';
import { OverviewRows } from './features/overview/overview-rows.ts';
import { ShowOverviewHandler } from './features/overview/show-overview.query.ts';
import { SummedFigures } from './features/overview/summed-figures.ts';
import { FigureRows } from './features/post-figures/figure-rows.ts';
import { RefreshFiguresHandler } from './features/post-figures/refresh-figures.command.ts';
import { PostFigures } from './features/post-figures/post-figures.ts';
import { PremiumFigures } from './features/premium-figures.ts';
import { AccountLook } from './looking/account-look.ts';
import { AnsweredAccounts } from './looking/answered-accounts.ts';
import { DueLooks } from './looking/due-looks.ts';
import { FollowMeasuredAccounts } from './looking/follow-measured-accounts.process.ts';
import { FollowPlan } from './looking/follow-plan.process.ts';
import { FollowPublications } from './looking/follow-publications.process.ts';
import { LookMoney } from './looking/look-money.ts';
import { LookAtAccount, LookingLoop } from './looking/looking-loop.ts';
import { MeasuredAccounts } from './looking/measured-accounts.ts';
import { MeasuredPublications } from './looking/measured-publications.ts';
import { OverdueLooks } from './looking/overdue-looks.ts';
import { RecordLooks } from './looking/record-looks.ts';
import { PostFiguresController } from './post-figures.controller.ts';
import { analyticsClicks } from './read-model/clicks.projection.ts';
import { analyticsFigures } from './read-model/figures.projection.ts';
import { analyticsReplies } from './read-model/replies.projection.ts';
import { ExpiredFigures, ExpireFigures } from './terms/expire-figures.ts';
import { KeepTerms } from './terms/keep-terms.process.ts';
import { TermBuckets } from './terms/term-buckets.ts';

@Global()
@Module({
  controllers: [PostFiguresController, AnalyticsController],
  providers: [
    ...[MeasuredAccounts, MeasuredPublications, RecordLooks, DueLooks, LookMoney],
    ...[AnsweredAccounts, AccountLook, LookAtAccount, LookingLoop, OverdueLooks],
    ...[FollowPublications, FollowMeasuredAccounts, FollowPlan],
    ...[TermBuckets, KeepTerms, ExpiredFigures, ExpireFigures],
    ...[PremiumFigures, FigureRows, PostFigures],
    ...[RefreshFiguresHandler, OverviewRows, ShowOverviewHandler, ExportedFigures, RunningExports],
    AnalyticsPart,
    ...[SummedFigures, { provide: FigureTotals, useExisting: SummedFigures }],
  ],
  exports: [FigureTotals],
})
export class AnalyticsModule {
  constructor(
    catalog: EventCatalog,
    projections: ProjectionRegistry,
    processes: ProcessRegistry,
    publications: FollowPublications,
    accounts: FollowMeasuredAccounts,
    plan: FollowPlan,
    terms: KeepTerms,
    buckets: TermBuckets,
    keys: PersonalKeys,
    exports: ExportRegistry,
    part: AnalyticsPart,
    erasures: ErasureRegistry,
  ) {
    catalog.add(metricsStream);
    catalog.add(metricsTermsStream);
    projections.add(analyticsFigures);
    projections.add(analyticsReplies);
    projections.add(analyticsClicks);
    processes.add(publications.process);
    processes.add(accounts.process);
    processes.add(plan.process);
    processes.add(terms.process);
    exports.add(part);
    erasures.add({
      module: 'analytics',
      tables: [
        { table: 'analytics.measured_account', owner: 'owner_id' },
        { table: 'analytics.measured_publication', owner: 'owner_id' },
        { table: 'analytics.term_bucket', owner: 'owner_id' },
      ],
      before: async (userId) => keys.destroyAll(await buckets.of(userId)),
    });
  }
}
