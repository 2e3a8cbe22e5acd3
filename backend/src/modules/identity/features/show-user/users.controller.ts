import { updateUser } from '@posthorn/contracts/identity/profile.http';
import { currentUser, type UserView } from '@posthorn/contracts/identity/session.http';
import { Body, Controller, Get, Patch } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { CurrentUser, CurrentUserId } from '#infrastructure/http/session/current-user.ts';
import { OwnUserId } from '#infrastructure/http/session/own-user-id.ts';
import type { SignedIn } from '#infrastructure/http/session/edge-request.ts';
import { EditProfile } from '../edit-profile/edit-profile.command.ts';
import { EditProfileDto } from '../edit-profile/edit-profile.dto.ts';
import { ShowUser } from './show-user.query.ts';

@Controller()
export class UsersController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Get(currentUser.path)
  show(@CurrentUserId() userId: string): Promise<UserView> {
    return this.queries.execute(new ShowUser(userId));
  }

  @Patch(updateUser.path)
  async edit(
    @OwnUserId() userId: string,
    @CurrentUser() { sessionId }: SignedIn,
    @Body() body: EditProfileDto,
  ): Promise<UserView> {
    await this.commands.execute(new EditProfile({ userId, sessionId }, body));
    return this.queries.execute(new ShowUser(userId));
  }
}
