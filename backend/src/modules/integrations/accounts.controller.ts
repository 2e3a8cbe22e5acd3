import {
  disconnectAccount,
  listAccounts,
  listAccountsToo,
  type AccountView,
} from '@posthorn/contracts/integrations/accounts.http';
import { Controller, Delete, Get, HttpCode, Param } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { CurrentUserId } from '#infrastructure/http/current-user.ts';
import { AccountIsMissing } from './domain/integrations.errors.ts';
import { DisconnectAccount } from './features/disconnect-account/disconnect-account.command.ts';
import { AccountsOf } from './public.ts';

@Controller()
export class AccountsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Get([listAccounts.path, listAccountsToo.path])
  list(@CurrentUserId() userId: string): Promise<readonly AccountView[]> {
    return this.queries.execute(new AccountsOf(userId));
  }

  @Delete(disconnectAccount.path)
  @HttpCode(204)
  async disconnect(@CurrentUserId() userId: string, @Param('id') id: string): Promise<void> {
    await this.commands.execute(new DisconnectAccount(userId, accountIdIn(id)));
  }
}

/** An id that no sequence ever gave out names no account. */
export function accountIdIn(text: string): number {
  const id = /^[1-9]\d{0,15}$/u.test(text) ? Number(text) : 0;
  if (id === 0 || !Number.isSafeInteger(id)) throw new AccountIsMissing();
  return id;
}
