import {
  scheduleWarnings,
  type ScheduleWarning,
} from '@posthorn/contracts/scheduling/schedule-warnings.http';
import { CurrentUserId } from '#infrastructure/http/session/current-user.ts';
import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ScheduleWarningsDto } from './schedule-warnings.dto.ts';
import { WarnBeforeScheduling } from './warn-before-scheduling.query.ts';

/** Warns users before they schedule a post. Warnings do not prevent scheduling. */
@Controller()
export class ScheduleWarningsController {
  constructor(private readonly queries: QueryBus) {}

  @Post(scheduleWarnings.path)
  @HttpCode(200)
  async warnings(
    @CurrentUserId() userId: string,
    @Body() body: ScheduleWarningsDto,
  ): Promise<Readonly<{ warnings: readonly ScheduleWarning[] }>> {
    return { warnings: await this.queries.execute(new WarnBeforeScheduling(userId, body)) };
  }
}
