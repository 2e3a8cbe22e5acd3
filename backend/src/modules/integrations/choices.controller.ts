import type { AccountView } from '@posthorn/contracts/integrations/accounts.http';
import {
  chooseAccounts,
  listChoices,
  type AccountChoices,
} from '@posthorn/contracts/integrations/choices.http';
import { Body, Controller, Get, HttpCode, Post } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { CurrentUser } from '#infrastructure/http/current-user.ts';
import type { SignedIn } from '#infrastructure/http/edge-request.ts';
import { ChooseAccounts } from './features/authorize-account/choose-accounts.command.ts';
import { ChooseAccountsDto } from './features/authorize-account/choose-accounts.dto.ts';
import { ListChoices } from './features/authorize-account/list-choices.query.ts';

/** Which of the accounts behind a consent to connect. */
@Controller()
export class ChoicesController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Get(listChoices.path)
  list(@CurrentUser() { userId, sessionId }: SignedIn): Promise<AccountChoices> {
    return this.queries.execute(new ListChoices(userId, sessionId));
  }

  @Post(chooseAccounts.path)
  @HttpCode(200)
  async choose(
    @CurrentUser() { userId, sessionId }: SignedIn,
    @Body() { ids }: ChooseAccountsDto,
  ): Promise<Readonly<{ accounts: readonly AccountView[] }>> {
    return { accounts: await this.commands.execute(new ChooseAccounts(userId, sessionId, ids)) };
  }
}
