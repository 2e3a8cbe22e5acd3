import { showCalendar, type CalendarView } from '@posthorn/contracts/scheduling/calendar.http';
import { CurrentUserId } from '#infrastructure/http/session/current-user.ts';
import { Controller, Get, Query } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { CalendarQueryDto } from './calendar.dto.ts';
import { ShowCalendar } from './show-calendar.query.ts';

/** The posts of the signed-in user, by their times. */
@Controller()
export class CalendarController {
  constructor(private readonly queries: QueryBus) {}

  @Get(showCalendar.path)
  show(@CurrentUserId() userId: string, @Query() { filter }: CalendarQueryDto): Promise<CalendarView> {
    return this.queries.execute(new ShowCalendar(userId, filter));
  }
}
