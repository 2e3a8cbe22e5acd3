import { externalMe, type MeView } from '@posthorn/contracts/external/me.http';
import { CurrentToken } from '#infrastructure/http/session/current-token.ts';
import type { TokenHolder } from '#infrastructure/http/session/token-reader.ts';
import { OpenedByToken } from '#infrastructure/http/session/token-route.ts';
import { Controller, Get } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ShowTokenHolder } from './show-token-holder.query.ts';

/** Automation tools use this call as their connection test. */
@Controller()
export class ExternalMeController {
  constructor(private readonly queries: QueryBus) {}

  @Get(externalMe.path)
  @OpenedByToken(externalMe.scope)
  me(@CurrentToken() holder: TokenHolder): Promise<MeView> {
    return this.queries.execute(new ShowTokenHolder(holder));
  }
}
