import { Global, Module } from '@nestjs/common';
import { ProfileFigures } from '#infrastructure/http/pages/profile-figures.ts';
import { PersonalKeys } from '#infrastructure/event-log/personal-keys.ts';
import { injected } from '#infrastructure/manifest/injected.ts';
import { manifest } from '#infrastructure/manifest/manifest.ts';
import { bindPort } from '#infrastructure/manifest/module-manifest.ts';
import { FigureTotals } from './ports/figure-totals.ts';
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
import { PostFigures } from './features/post-figures/post-figures.ts';
import { RefreshFiguresHandler } from './features/post-figures/refresh-figures.command.ts';
import { PublicFigures } from './read-models/figures/public-figures.ts';
import { PremiumFigures } from './read-models/figures/premium-figures.ts';
import { AccountMetricsPoll } from './effects/metrics-polls/account-poll.ts';
import { AnsweredAccounts } from './effects/metrics-polls/answered-accounts.ts';
import { DuePolls } from './effects/metrics-polls/due-polls.ts';
import { FollowMeasuredAccounts } from './effects/metrics-polls/follow-measured-accounts.process.ts';
import { PollsFollowPlan } from './effects/metrics-polls/follow-plan.process.ts';
import { FollowPublications } from './effects/metrics-polls/follow-publications.process.ts';
import { MetricsBudget } from './effects/metrics-polls/metrics-budget.ts';
import { PollAccountMetrics, MetricsPollLoop } from './effects/metrics-polls/metrics-poll-loop.ts';
import { AccountPollSettings } from './effects/metrics-polls/poll-settings.ts';
import { MeasuredAccounts } from './stores/metrics-polls/measured-accounts.ts';
import { MeasuredPublications } from './stores/metrics-polls/measured-publications.ts';
import { OverduePolls } from './effects/metrics-polls/overdue-polls.ts';
import { RecordPolls } from './effects/metrics-polls/record-polls.ts';
import { PostFiguresController } from './features/post-figures/post-figures.controller.ts';
import { analyticsClicks } from './read-models/clicks/clicks.projection.ts';
import { analyticsFigures } from './read-models/figures/figures.projection.ts';
import { analyticsReplies } from './read-models/replies/replies.projection.ts';
import { ExpireFigures, ExpiredFigures } from './effects/terms/expire-figures.ts';
import { KeepTerms } from './effects/terms/keep-terms.process.ts';
import { TermBuckets } from './stores/terms/term-buckets.ts';

@Global()
@Module(
  manifest({
    name: 'analytics',
    controllers: [PostFiguresController, AnalyticsController],
    streams: [metricsStream, metricsTermsStream],
    readModels: [analyticsFigures, analyticsReplies, analyticsClicks],
    processes: [FollowPublications, FollowMeasuredAccounts, PollsFollowPlan, KeepTerms],
    leasedWork: [MetricsPollLoop, ExpireFigures],
    erasure: {
      tables: [
        { table: 'analytics.measured_account', owner: 'owner_id' },
        { table: 'analytics.measured_publication', owner: 'owner_id' },
        { table: 'analytics.term_bucket', owner: 'owner_id' },
      ],
      before: injected([PersonalKeys, TermBuckets], (keys, buckets) => async (userId) => {
        await keys.destroyAll(await buckets.keysOf(userId));
      }),
    },
    exportParts: [AnalyticsPart],
    metrics: [OverduePolls],
    offers: [bindPort(FigureTotals, SummedFigures)],
    registers: [
      injected([ProfileFigures, PublicFigures], (profiles, figures) => {
        profiles.answerBy(figures);
      }),
    ],
    providers: [
      ...[MeasuredAccounts, MeasuredPublications, RecordPolls, DuePolls, MetricsBudget],
      ...[
        AnsweredAccounts,
        AccountMetricsPoll,
        PollAccountMetrics,
        AccountPollSettings,
        TermBuckets,
        ExpiredFigures,
      ],
      ...[PremiumFigures, PublicFigures, FigureRows, PostFigures, OverviewRows],
      ...[RefreshFiguresHandler, ShowOverviewHandler, ExportedFigures, RunningExports],
    ],
  }),
)
export class AnalyticsModule {}
