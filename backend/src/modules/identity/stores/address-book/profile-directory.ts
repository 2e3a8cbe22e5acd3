import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { LeavingPeople } from '#infrastructure/effects/leaving-people.ts';
import { canonicalAddress } from '#infrastructure/config/mail-address.ts';
import { AddressBook } from './address-book.ts';
import { UserNotFound } from '../../domain/identity.errors.ts';
import { UserDirectory, type UserName } from '../../ports/user-directory.ts';
import { Profiles } from '../../read-models/users/profiles.ts';
import { USERS_VIEW } from '../../read-models/users/user-list.projection.ts';

@Injectable()
export class ProfileDirectory extends UserDirectory {
  constructor(
    private readonly pool: Pool,
    private readonly addresses: AddressBook,
    private readonly profiles: Profiles,
    private readonly leaving: LeavingPeople,
  ) {
    super();
  }

  override async names(ids: readonly string[]): Promise<readonly UserName[]> {
    const { rows } = await this.pool.query<UserName>(
      `select id, coalesce(nullif(concat_ws(' ', first_name, last_name), ''), '@' || username) as name
       from ${USERS_VIEW} where id = any($1)`,
      [ids],
    );
    return rows;
  }

  override async idOf(username: string): Promise<string> {
    const name = username.toLowerCase();
    const userId = await this.addresses.holderOfUsername(name);
    if (userId === null || (await this.leaving.has(userId))) throw new UserNotFound();
    // A crash leaves a name without a user behind.
    if ((await this.profiles.of(userId)).username !== name) throw new UserNotFound();
    return userId;
  }

  override async mailAddressOf(userId: string): Promise<string | null> {
    const { email } = await this.profiles.of(userId);
    // What was erased is no address any more.
    return email === null ? null : canonicalAddress(email);
  }
}
