import { Global, Module } from '@nestjs/common';
import { ErasureRegistry } from '#infrastructure/readers/erasure-registry.ts';
import { ExportRegistry } from '#infrastructure/readers/export-registry.ts';
import { EventCatalog } from '#infrastructure/event-log/event-catalog.ts';
import { PersonalKeys } from '#infrastructure/event-log/personal-keys.ts';
import { ProcessRegistry } from '#infrastructure/readers/process-registry.ts';
import { ProjectionRegistry } from '#infrastructure/readers/projection-registry.ts';
import { FigureTotals } from '#modules/scheduling/ports/figure-totals.ts';
import { AnalyticsController } from './features/show-figures/analytics.controller.ts';
import { metricsStream } from './domain/metrics/publication-metrics.ts';
import { metricsTermsStream } from './domain/metrics/terms.ts';
import { AnalyticsPart } from './features/export-account/analytics-part.ts';
import { ExportedFigures } from './features/export-figures/exported-figures.ts';
import { RunningExports } from './stores/running-exports/running-exports.ts';
import { OverviewRows } from './read-models/figures/overview-rows.ts';
import { ShowOverviewHandler } from './features/overview/show-overview.query.ts';
import { SummedFigures } from './read-models/figures/summed-figures.ts';
import { FigureRows } from './read-models/figures/figure-rows.ts';
import { RefreshFiguresHandler } from './features/post-figures/refresh-figures.command.ts';
import { PostFigures } from './features/post-figures/post-figures.ts';
import { PremiumFigures } from './read-models/figures/premium-figures.ts';
import { AccountLook } from './effects/looks/account-look.ts';
import { AnsweredAccounts } from './effects/looks/answered-accounts.ts';
import { DueLooks } from './effects/looks/due-looks.ts';
import { FollowMeasuredAccounts } from './effects/looks/follow-measured-accounts.process.ts';
import { FollowPlan } from './effects/looks/follow-plan.process.ts';
import { FollowPublications } from './effects/looks/follow-publications.process.ts';
import { LookMoney } from './effects/looks/look-money.ts';
import { LookAtAccount, LookingLoop } from './effects/looks/looking-loop.ts';
import { MeasuredAccounts } from './stores/looks/measured-accounts.ts';
import { MeasuredPublications } from './stores/looks/measured-publications.ts';
import { OverdueLooks } from './effects/looks/overdue-looks.ts';
import { RecordLooks } from './effects/looks/record-looks.ts';
import { PostFiguresController } from './features/post-figures/post-figures.controller.ts';
import { analyticsClicks } from './read-models/clicks/clicks.projection.ts';
import { analyticsFigures } from './read-models/figures/figures.projection.ts';
import { analyticsReplies } from './read-models/replies/replies.projection.ts';
import { ExpiredFigures, ExpireFigures } from './effects/terms/expire-figures.ts';
import { KeepTerms } from './effects/terms/keep-terms.process.ts';
import { TermBuckets } from './stores/terms/term-buckets.ts';

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
