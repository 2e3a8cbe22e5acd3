import {
  listPlatforms,
  publishFields,
  type PlatformView,
} from '@posthorn/contracts/integrations/platforms.http';
import type { OptionField } from '@posthorn/contracts/integrations/publish-options';
import { Controller, Get, Param } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { CurrentUserId } from '#infrastructure/http/session/current-user.ts';
import { RateLimits, type Limit } from '#infrastructure/http/edge/rate-limits.ts';
import { accountIdIn } from '../list-accounts/accounts.controller.ts';
import { ListPlatforms } from './platforms.query.ts';
import { PublishFieldsOf } from './publish-fields.query.ts';

/**
 * The limit for each user. Each request may call the platform, and all users share the platform's quota for
 * our app.
 */
const FIELD_REQUESTS: Limit = { name: 'integrations.publish-fields', points: 600, seconds: 3600 };

/** What users can publish on each platform. */
@Controller()
export class PlatformsController {
  constructor(
    private readonly queries: QueryBus,
    private readonly limits: RateLimits,
  ) {}

  @Get(listPlatforms.path)
  list(): Promise<readonly PlatformView[]> {
    return this.queries.execute(new ListPlatforms());
  }

  @Get(publishFields.path)
  async fields(@CurrentUserId() userId: string, @Param('id') id: string): Promise<readonly OptionField[]> {
    await this.limits.take(FIELD_REQUESTS, userId);
    return this.queries.execute(new PublishFieldsOf(userId, accountIdIn(id)));
  }
}
