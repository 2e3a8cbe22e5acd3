import { statistics, type StatisticsView } from '@posthorn/contracts/external/posts.http';
import { Controller, Get } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { CurrentToken } from '#infrastructure/http/session/current-token.ts';
import type { TokenHolder } from '#infrastructure/http/session/token-reader.ts';
import { OpenedByToken } from '#infrastructure/http/session/token-route.ts';
import { ShowStatistics } from './show-statistics.query.ts';

@Controller()
export class StatisticsController {
  constructor(private readonly queries: QueryBus) {}

  @Get(statistics.path)
  @OpenedByToken(statistics.scope)
  statistics(@CurrentToken() { userId }: TokenHolder): Promise<StatisticsView> {
    return this.queries.execute(new ShowStatistics(userId));
  }
}
