import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Pool } from 'pg';
import { LeavingPeople } from '#infrastructure/erasure/leaving-people.ts';
import { EventReader } from '#infrastructure/log/event-reader.ts';
import { ERASED } from '#infrastructure/log/personal-field.ts';
import { canonicalAddress } from '#infrastructure/mail-address.ts';
import { AddressBook } from '../../address-book.ts';
import { UserNotFound } from '../../domain/identity.errors.ts';
import { INITIAL_SETTINGS } from '../../domain/user-settings.ts';
import { userStream } from '../../domain/user.ts';
import {
  DefaultHashtagsOf,
  MailAddressOf,
  PersonalityOf,
  TimezoneOf,
  UserIdOf,
  UserNames,
  type UserName,
} from '../../public.ts';
import { Profiles } from './profiles.ts';

@QueryHandler(UserIdOf)
export class UserIdOfHandler implements IQueryHandler<UserIdOf> {
  constructor(
    private readonly addresses: AddressBook,
    private readonly profiles: Profiles,
    private readonly leaving: LeavingPeople,
  ) {}

  async execute({ username }: UserIdOf): Promise<string> {
    const name = username.toLowerCase();
    const userId = await this.addresses.holderOfUsername(name);
    if (userId === null || (await this.leaving.has(userId))) throw new UserNotFound();
    // A crash leaves a name without a user behind.
    if ((await this.profiles.of(userId)).username !== name) throw new UserNotFound();
    return userId;
  }
}

@QueryHandler(UserNames)
export class UserNamesHandler implements IQueryHandler<UserNames> {
  constructor(private readonly pool: Pool) {}

  async execute({ ids }: UserNames): Promise<readonly UserName[]> {
    const { rows } = await this.pool.query<UserName>(
      `select id, coalesce(nullif(concat_ws(' ', first_name, last_name), ''), '@' || username) as name
       from read_v2.identity_user where id = any($1)`,
      [ids],
    );
    return rows;
  }
}

@QueryHandler(PersonalityOf)
export class PersonalityOfHandler implements IQueryHandler<PersonalityOf> {
  constructor(private readonly profiles: Profiles) {}

  async execute({ userId }: PersonalityOf): Promise<string | null> {
    const { personality } = await this.profiles.of(userId);
    return personality;
  }
}

@QueryHandler(TimezoneOf)
export class TimezoneOfHandler implements IQueryHandler<TimezoneOf> {
  constructor(private readonly profiles: Profiles) {}

  async execute({ userId }: TimezoneOf): Promise<string> {
    const { timezone } = await this.profiles.of(userId);
    return timezone;
  }
}

@QueryHandler(MailAddressOf)
export class MailAddressOfHandler implements IQueryHandler<MailAddressOf> {
  constructor(private readonly profiles: Profiles) {}

  /** @throws UserNotFound */
  async execute({ userId }: MailAddressOf): Promise<string | null> {
    const { email } = await this.profiles.of(userId);
    // What was erased is no address any more.
    return email === null ? null : canonicalAddress(email);
  }
}

@QueryHandler(DefaultHashtagsOf)
export class DefaultHashtagsOfHandler implements IQueryHandler<DefaultHashtagsOf> {
  constructor(private readonly reader: EventReader) {}

  /** From the log: a post is made of it. */
  async execute({ userId }: DefaultHashtagsOf): Promise<string> {
    const { state } = await this.reader.load(userStream, userId);
    const { hashtags } = state?.settings ?? INITIAL_SETTINGS;
    return hashtags === ERASED ? '' : hashtags;
  }
}
