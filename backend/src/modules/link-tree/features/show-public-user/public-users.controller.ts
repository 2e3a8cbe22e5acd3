import {
  showPublicUser,
  showPublicUserToo,
  type PublicUserView,
} from '@posthorn/contracts/identity/public-user.http';
import { Controller, Get } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { AskedUsername } from '#infrastructure/http/pages/asked-username.ts';
import { ShowPublicUser } from './show-public-user.query.ts';

/** What one user sees of another. */
@Controller()
export class PublicUsersController {
  constructor(private readonly queries: QueryBus) {}

  @Get([showPublicUser.path, showPublicUserToo.path])
  show(@AskedUsername() username: string): Promise<PublicUserView> {
    return this.queries.execute(new ShowPublicUser(username));
  }
}
