import type { AccountView } from '@posthorn/contracts/integrations/accounts.http';
import {
  chooseAccounts,
  listChoices,
  type AccountChoices,
} from '@posthorn/contracts/integrations/choices.http';
import { Body, Controller, Get, HttpCode, Post } from '@nestjs/common';
import { CurrentUser } from '#infrastructure/http/session/current-user.ts';
import type { SignedIn } from '#infrastructure/http/session/edge-request.ts';
import { ChooseAccountsDto } from './choose-accounts.dto.ts';
import { OwnChoices } from './own-choices.ts';

/** Lets the user choose which accounts of a consent to connect. */
@Controller()
export class ChoicesController {
  constructor(private readonly choices: OwnChoices) {}

  @Get(listChoices.path)
  list(@CurrentUser() owner: SignedIn): Promise<AccountChoices> {
    return this.choices.list(owner);
  }

  @Post(chooseAccounts.path)
  @HttpCode(200)
  async choose(
    @CurrentUser() owner: SignedIn,
    @Body() { ids }: ChooseAccountsDto,
  ): Promise<Readonly<{ accounts: readonly AccountView[] }>> {
    return { accounts: await this.choices.choose(owner, ids) };
  }
}
