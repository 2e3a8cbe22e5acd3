import {
  ANALYTICS,
  type OverviewQuery,
  type OverviewView,
  type ReplyTimeView,
} from '@posthorn/contracts/analytics/analytics.http';
import { platforms, type Platform } from '@posthorn/contracts/shared/platform';
import { DAY_MS } from '@posthorn/contracts/shared/durations';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { DatabaseClock } from '#infrastructure/database/database-clock.ts';
import { ReadGate } from '#infrastructure/readers/read-gate.ts';
import { ReaderProgress } from '#infrastructure/readers/reader-progress.ts';
import { ConnectedAccounts } from '#modules/integrations/ports/connected-accounts.ts';
import { MetricsOfPosts } from '#modules/integrations/ports/metrics-of-posts.ts';
import { Timezones } from '#modules/identity/ports/timezones.ts';
import { PeriodIsNotValid } from '../../domain/metrics/analytics-errors.ts';
import { MeasuredAccounts } from '../../stores/metrics-polls/measured-accounts.ts';
import { MeasuredPublications } from '../../stores/metrics-polls/measured-publications.ts';
import { analyticsClicks } from '../../read-models/clicks/clicks.projection.ts';
import { analyticsFigures } from '../../read-models/figures/figures.projection.ts';
import { analyticsReplies } from '../../read-models/replies/replies.projection.ts';
import { PremiumFigures } from '../../read-models/figures/premium-figures.ts';
import { bestHours } from './best-hours.ts';
import {
  OverviewRows,
  type ReplyTimes,
  type PublicationFilter,
} from '../../read-models/figures/overview-rows.ts';
import { daysBefore, periodOf, STEP_OF, type Period } from '../../read-models/figures/period.ts';
import { engagementOf, publicationsIn, sumsOf } from '../../read-models/figures/sums.ts';

const READ_MODELS = [analyticsFigures.name, analyticsReplies.name, analyticsClicks.name];

/** The figures of a user's posts over some days. @throws FiguresNeedPremium, PeriodIsNotValid */
export class ShowOverview extends Query<OverviewView> {
  constructor(
    readonly userId: string,
    readonly query: OverviewQuery,
  ) {
    super();
  }
}

@QueryHandler(ShowOverview)
export class ShowOverviewHandler implements IQueryHandler<ShowOverview> {
  constructor(
    private readonly premium: PremiumFigures,
    private readonly rows: OverviewRows,
    private readonly accounts: MeasuredAccounts,
    private readonly publications: MeasuredPublications,
    private readonly progress: ReaderProgress,
    private readonly metrics: MetricsOfPosts,
    private readonly connected: ConnectedAccounts,
    private readonly timezones: Timezones,
    private readonly clock: DatabaseClock,
    private readonly gate: ReadGate,
  ) {}

  async execute({ userId, query }: ShowOverview): Promise<OverviewView> {
    await this.premium.check(userId);
    await this.gate.waitFor(READ_MODELS);
    const period = periodOf(await this.timezones.zoneOf(userId), query.from, query.to);
    if (!period) throw new PeriodIsNotValid();
    const { platform = null, accountId = null } = query;
    const filter: PublicationFilter = { ownerId: userId, platform, accountId };
    const now = await this.clock.now();
    const step = STEP_OF[query.age];
    const [figures, before, topPosts, newestSampleAt, lagMs, hours, replyTime, clicks, paused] =
      await Promise.all([
        this.#figures(filter, period, step),
        this.#before(filter, period, step),
        this.rows.topPosts(filter, period.borders, step, [...this.#apart(platforms)]),
        this.#newestSample(filter),
        this.#lag(),
        this.#bestHours(filter, period, now),
        this.#replyTime(filter, period),
        this.#clicks(userId, period),
        this.#paused(userId),
      ]);
    return {
      asOf: now.toISOString(),
      newestSampleAt,
      lagMs,
      zone: period.zone,
      ...figures,
      before,
      topPosts,
      bestHours: hours,
      replyTime,
      clicks,
      paused,
    };
  }

  async #figures(
    filter: PublicationFilter,
    { days, borders }: Period,
    step: number | null,
  ): Promise<
    Pick<OverviewView, 'publications' | 'measured' | 'totals' | 'engagement' | 'trend' | 'platforms'>
  > {
    const apart = this.#apart(platforms);
    const sums = await this.rows.sums(filter, borders, step, [...apart]);
    return {
      publications: publicationsIn(sums.platforms),
      measured: sums.platforms.reduce((all, { measured }) => all + measured, 0),
      totals: sumsOf(sums.days),
      engagement: engagementOf(sums.days),
      trend: sums.days.map((group) => ({
        day: days[group.day] ?? '',
        publications: group.publications,
        metrics: sumsOf([group]),
      })),
      platforms: sums.platforms.map((group) => ({
        platform: group.platform,
        publications: group.publications,
        apart: apart.has(group.platform),
        metrics: sumsOf([group]),
        engagement: apart.has(group.platform) ? null : engagementOf([group]),
      })),
    };
  }

  /** Polls with unchanged figures have no event, so only their plan contains their time. */
  async #newestSample(filter: PublicationFilter): Promise<string | null> {
    const times = await Promise.all([
      this.rows.newestLook(filter),
      this.publications.newestCheck(filter.ownerId, filter),
    ]);
    return (
      times
        .filter((at) => at !== null)
        .sort()
        .at(-1) ?? null
    );
  }

  /** Newest figures are not compared: older posts had more time to collect them. */
  async #before(
    filter: PublicationFilter,
    period: Period,
    step: number | null,
  ): Promise<OverviewView['before']> {
    const [from, to] = daysBefore(period.days);
    const earlier = step === null ? null : periodOf(period.zone, from, to);
    if (!earlier) return null;
    const sums = await this.rows.sums(filter, earlier.borders, step, [...this.#apart(platforms)]);
    const totals = sumsOf(sums.days);
    return Object.keys(totals).length === 0 ? null : { from, to, totals };
  }

  async #bestHours(
    filter: PublicationFilter,
    { calendar }: Period,
    now: Date,
  ): Promise<OverviewView['bestHours']> {
    const since = new Date(now.getTime() - ANALYTICS.bestHours.days * DAY_MS).toISOString();
    const engagements = await this.rows.engagementSince(filter, since);
    const apart = this.#apart([...new Set(engagements.map(({ platform }) => platform))]);
    return bestHours(
      engagements.filter(({ platform }) => !apart.has(platform)),
      calendar,
    );
  }

  async #replyTime(filter: PublicationFilter, { borders }: Period): Promise<OverviewView['replyTime']> {
    const [from = '', to = ''] = [borders[0], borders.at(-1)];
    // When the terms of a platform forbid mixing its figures with others, the platform is shown only alone.
    const isAlone = filter.platform !== null || filter.accountId !== null;
    const without = isAlone ? [] : [...this.#apart(platforms)];
    const times = await this.rows.replyTimes(filter, without, from, to);
    const timesBy = (by: ReplyTimes['by']) => times.find((each) => each.by === by);
    return {
      comments: times.reduce((all, { comments }) => all + comments, 0),
      unanswered: timesBy(null)?.comments ?? 0,
      byHand: timeOf(timesBy('manual')),
      byAi: timeOf(timesBy('ai')),
    };
  }

  async #clicks(userId: string, { borders, days }: Period): Promise<OverviewView['clicks']> {
    const rows = await this.rows.clicks(userId, borders);
    return {
      clicks: rows.reduce((all, { clicks }) => all + clicks, 0),
      visitors: rows.reduce((all, { visitors }) => all + visitors, 0),
      minutesBefore: Math.max(...borders.map(minutesToHour)),
      days: rows.map(({ day, clicks }) => ({ day: days[day] ?? '', clicks })),
    };
  }

  async #paused(userId: string): Promise<OverviewView['paused']> {
    const paused = await this.accounts.pausedOf(userId);
    const named = await this.connected.named(paused.map(({ accountId }) => accountId));
    const names = new Map(named.map((each) => [each.id, each]));
    return paused.flatMap(({ accountId, platform, reason, until }) => {
      const account = names.get(accountId);
      // A disconnected account is not expected to report figures.
      if (!account?.connected) return [];
      return [{ accountId, platform, accountName: account.accountName, reason, nextAt: until }];
    });
  }

  #apart(list: readonly Platform[]): ReadonlySet<Platform> {
    return new Set(list.filter((platform) => this.metrics.termsOf(platform)?.apart));
  }

  async #lag(): Promise<number> {
    const found = (await this.progress.inUse()).find(({ name }) => name === analyticsFigures.name);
    return Math.round((found?.lagSeconds ?? 0) * 1000);
  }
}

/** The minutes from a time to the next full hour of UTC. */
const minutesToHour = (time: string): number => (60 - new Date(time).getUTCMinutes()) % 60;

function timeOf(times: ReplyTimes | undefined): ReplyTimeView | null {
  if (!times || times.answered === 0) return null;
  const { answered, p50, p90, withinHour } = times;
  return { answered, p50, p90, withinHour };
}
