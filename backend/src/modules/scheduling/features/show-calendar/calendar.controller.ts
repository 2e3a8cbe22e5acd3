import { externalCalendar } from '@posthorn/contracts/external/drafts.http';
import { showCalendar, type CalendarView } from '@posthorn/contracts/scheduling/calendar.http';
import { CurrentToken } from '#infrastructure/http/session/current-token.ts';
import { CurrentUserId } from '#infrastructure/http/session/current-user.ts';
import { requireScope } from '#infrastructure/http/session/require-scope.ts';
import type { TokenHolder } from '#infrastructure/http/session/token-reader.ts';
import { OpenedByToken } from '#infrastructure/http/session/token-route.ts';
import { Controller, Get, Query } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { CalendarQueryDto } from './calendar.dto.ts';
import { ShowCalendar } from './show-calendar.query.ts';

/** The posts and drafts of the signed-in user, or of a token's owner, in a span of time. */
@Controller()
export class CalendarController {
  constructor(private readonly queries: QueryBus) {}

  @Get(showCalendar.path)
  show(@CurrentUserId() userId: string, @Query() { filter }: CalendarQueryDto): Promise<CalendarView> {
    return this.queries.execute(new ShowCalendar(userId, filter));
  }

  @Get(externalCalendar.path)
  @OpenedByToken(externalCalendar.scope)
  async showExternally(
    @CurrentToken() holder: TokenHolder,
    @Query() { filter }: CalendarQueryDto,
  ): Promise<CalendarView> {
    if (filter.status === 'draft') requireScope(holder, 'drafts:read');
    const withDrafts = holder.scopes.includes('drafts:read');
    return this.queries.execute(new ShowCalendar(holder.userId, filter, withDrafts));
  }
}
