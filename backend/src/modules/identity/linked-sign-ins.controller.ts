import {
  listLinkedSignIns,
  signInProviders,
  unlinkSignIn,
  type LinkedSignInView,
} from '@posthorn/contracts/identity/sign-in-providers.http';
import { Controller, Delete, Get, HttpCode, Param } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { CurrentUserId } from '#infrastructure/http/current-user.ts';
import { ListLinkedSignIns } from './features/link-sign-in/linked-sign-ins.query.ts';
import { UnlinkSignIn } from './features/link-sign-in/unlink-sign-in.command.ts';

@Controller()
export class LinkedSignInsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Get(listLinkedSignIns.path)
  list(@CurrentUserId() userId: string): Promise<readonly LinkedSignInView[]> {
    return this.queries.execute(new ListLinkedSignIns(userId));
  }

  /** A provider that nobody knows is not connected: there is nothing to do. */
  @Delete(unlinkSignIn.path)
  @HttpCode(204)
  async unlink(@CurrentUserId() userId: string, @Param('provider') name: string): Promise<void> {
    const provider = signInProviders.find((known) => known === name);
    if (provider) await this.commands.execute(new UnlinkSignIn(userId, provider));
  }
}
