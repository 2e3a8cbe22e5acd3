import { deleteAccount } from '@posthorn/contracts/identity/account.http';
import { Body, Controller, Delete, HttpCode, Res } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { Response } from 'express';
import { CurrentUser } from '#infrastructure/http/session/current-user.ts';
import type { SignedIn } from '#infrastructure/http/session/edge-request.ts';
import { EraseAccount } from './erase-account.command.ts';
import { clearSessionCookie } from '../../stores/sessions/cookies.ts';
import { DeleteAccountDto } from './delete-account.dto.ts';

@Controller()
export class AccountController {
  constructor(private readonly commands: CommandBus) {}

  @Delete(deleteAccount.path)
  @HttpCode(202)
  async delete(
    @CurrentUser() { userId, sessionId }: SignedIn,
    @Body() { confirm }: DeleteAccountDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<void> {
    await this.commands.execute(new EraseAccount({ userId, sessionId }, confirm));
    clearSessionCookie(response);
  }
}
