import {
  analyticsOverview,
  exportAnalytics,
  type OverviewView,
} from '@posthorn/contracts/analytics/analytics.http';
import { Controller, Get, Query, Res } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { Response } from 'express';
import { CurrentUserId } from '#infrastructure/http/session/current-user.ts';
import { sendLines } from '#infrastructure/http/edge/send-lines.ts';
import { Timezones } from '#modules/identity/ports/timezones.ts';
import { PeriodIsNotValid } from '../../domain/metrics/analytics-errors.ts';
import { ExportDto, OverviewDto } from '../overview/overview.dto.ts';
import { ExportedFigures } from '../export-figures/exported-figures.ts';
import { RunningExports } from '../../stores/running-exports/running-exports.ts';
import { periodOf } from '../../read-models/figures/period.ts';
import { ShowOverview } from '../overview/show-overview.query.ts';
import { PremiumFigures } from '../../read-models/figures/premium-figures.ts';

/** Figures of all posts of a user in a period: an overview and a CSV file. */
@Controller()
export class AnalyticsController {
  constructor(
    private readonly queries: QueryBus,
    private readonly timezones: Timezones,
    private readonly premium: PremiumFigures,
    private readonly figures: ExportedFigures,
    private readonly running: RunningExports,
  ) {}

  @Get(analyticsOverview.path)
  overview(@CurrentUserId() userId: string, @Query() query: OverviewDto): Promise<OverviewView> {
    return this.queries.execute(new ShowOverview(userId, query));
  }

  @Get(exportAnalytics.path)
  async export(
    @CurrentUserId() userId: string,
    @Query() { from, to, kind }: ExportDto,
    @Res() response: Response,
  ): Promise<void> {
    await this.premium.check(userId);
    const period = periodOf(await this.timezones.zoneOf(userId), from, to);
    if (!period) throw new PeriodIsNotValid();
    const [first = '', last = ''] = [period.borders[0], period.borders.at(-1)];
    const markEnd = this.running.begin(userId);
    try {
      response.attachment(`posthorn-${kind}-${from}-${to}.csv`);
      response.type('text/csv; charset=utf-8');
      await sendLines(this.#whilePremium(userId, this.figures.lines(userId, kind, first, last)), response);
    } finally {
      markEnd();
    }
  }

  /** The plan may end during the download. The server then cuts the connection, so that a partial file does not look complete. */
  async *#whilePremium(userId: string, pages: AsyncIterable<string>): AsyncGenerator<string> {
    for await (const page of pages) {
      await this.premium.check(userId);
      yield page;
    }
  }
}
