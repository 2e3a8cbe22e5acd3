import {
  showPublicUser,
  showPublicUserByQuery,
  type PublicUserView,
} from '@posthorn/contracts/identity/public-user.http';
import { Controller, Get } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { UsernameParam } from '#infrastructure/http/pages/username-param.ts';
import { ShowPublicUser } from './show-public-user.query.ts';

/** Shows signed-in users the public profile of another user. */
@Controller()
export class PublicUsersController {
  constructor(private readonly queries: QueryBus) {}

  @Get([showPublicUser.path, showPublicUserByQuery.path])
  show(@UsernameParam() username: string): Promise<PublicUserView> {
    return this.queries.execute(new ShowPublicUser(username));
  }
}
