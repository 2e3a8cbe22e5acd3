import {
  disconnectAccount,
  listAccounts,
  listAccountsAlias,
  type AccountView,
} from '@posthorn/contracts/integrations/accounts.http';
import { Controller, Delete, Get, HttpCode, Param } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { CurrentUserId } from '#infrastructure/http/session/current-user.ts';
import { AccountIsMissing } from '../../domain/integrations.errors.ts';
import { DisconnectAccount } from '../disconnect-account/disconnect-account.command.ts';
import { ConnectedAccounts } from '../../ports/connected-accounts.ts';

@Controller()
export class AccountsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly accounts: ConnectedAccounts,
  ) {}

  @Get([listAccounts.path, listAccountsAlias.path])
  list(@CurrentUserId() userId: string): Promise<readonly AccountView[]> {
    return this.accounts.accountsOf(userId);
  }

  @Delete(disconnectAccount.path)
  @HttpCode(204)
  async disconnect(@CurrentUserId() userId: string, @Param('id') id: string): Promise<void> {
    await this.commands.execute(new DisconnectAccount(userId, accountIdIn(id)));
  }
}

/** The account id in a path. @throws AccountIsMissing for a text that cannot be an id */
export function accountIdIn(text: string): number {
  const id = /^[1-9]\d{0,15}$/u.test(text) ? Number(text) : 0;
  if (id === 0 || !Number.isSafeInteger(id)) throw new AccountIsMissing();
  return id;
}
