import {
  listPlatforms,
  publishFields,
  type PlatformView,
} from '@posthorn/contracts/integrations/platforms.http';
import type { OptionField } from '@posthorn/contracts/integrations/publish-options';
import { Controller, Get, Param } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { CurrentUserId } from '#infrastructure/http/current-user.ts';
import { accountIdIn } from './accounts.controller.ts';
import { ListPlatforms } from './features/list-platforms/platforms.query.ts';
import { PublishFieldsOf } from './features/list-platforms/publish-fields.query.ts';

/** What can be published where. */
@Controller()
export class PlatformsController {
  constructor(private readonly queries: QueryBus) {}

  @Get(listPlatforms.path)
  list(@CurrentUserId() _userId: string): Promise<readonly PlatformView[]> {
    return this.queries.execute(new ListPlatforms());
  }

  @Get(publishFields.path)
  fields(@CurrentUserId() userId: string, @Param('id') id: string): Promise<readonly OptionField[]> {
    return this.queries.execute(new PublishFieldsOf(userId, accountIdIn(id)));
  }
}
