import { Query } from '@nestjs/cqrs';

/** The door of Identity for other modules. */

export type UserName = Readonly<{ id: string; name: string }>;

/** How to call users in a history: first and last name, else `@username`. Unknown ids are left out. */
export class UserNames extends Query<readonly UserName[]> {
  constructor(readonly ids: readonly string[]) {
    super();
  }
}
