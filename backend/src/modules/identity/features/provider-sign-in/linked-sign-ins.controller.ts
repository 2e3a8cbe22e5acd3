import {
  listLinkedSignIns,
  signInProviders,
  unlinkSignIn,
  type LinkedSignInView,
} from '@posthorn/contracts/identity/sign-in-providers.http';
import { Controller, Delete, Get, HttpCode, Param } from '@nestjs/common';
import { CurrentUserId } from '#infrastructure/http/session/current-user.ts';
import { OwnSignIns } from './own-sign-ins.ts';

@Controller()
export class LinkedSignInsController {
  constructor(private readonly signIns: OwnSignIns) {}

  @Get(listLinkedSignIns.path)
  list(@CurrentUserId() userId: string): Promise<readonly LinkedSignInView[]> {
    return this.signIns.list(userId);
  }

  /** Ignores unknown providers, because they cannot be connected. */
  @Delete(unlinkSignIn.path)
  @HttpCode(204)
  async unlink(@CurrentUserId() userId: string, @Param('provider') name: string): Promise<void> {
    const provider = signInProviders.find((known) => known === name);
    if (provider) await this.signIns.unlink(userId, provider);
  }
}
