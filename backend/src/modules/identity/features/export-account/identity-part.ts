import { streamName } from '@posthorn/event-sourcing';
import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { isoOf } from '#infrastructure/database/instants.ts';
import type { EventFile, ExportFile, ExportPart } from '#infrastructure/export/export-part.ts';
import { instant, orNull, record, text } from '#infrastructure/export/json-schema.ts';
import { TOLD_EVENT, toldEvent } from '#infrastructure/export/told-event.ts';
import { EventReader } from '#infrastructure/log/event-reader.ts';
import { ReadGate } from '#infrastructure/projections/read-gate.ts';
import { userStream } from '../../domain/user.ts';
import { AccountLinks } from '../change-email/account-links.ts';
import { linkedSignIns } from '../link-sign-in/linked-sign-ins.projection.ts';
import { Profiles } from '../show-user/profiles.ts';

/** Who a person is here, how they sign in, and what they have changed about that. */
@Injectable()
export class IdentityPart implements ExportPart {
  readonly files: readonly ExportFile[];
  readonly categories = [userStream.category];
  readonly tables = [
    'identity_user',
    'identity_linked_sign_in',
    'identity.account_link',
    'identity.handle',
    'identity.session',
  ];

  constructor(
    private readonly pool: Pool,
    private readonly gate: ReadGate,
    private readonly reader: EventReader,
    private readonly profiles: Profiles,
    private readonly links: AccountLinks,
  ) {
    this.files = [this.#account()];
  }

  events(userId: string): readonly EventFile[] {
    return [{ name: 'user', streams: [streamOf(userId)] }];
  }

  #account(): ExportFile {
    return {
      name: 'account.json',
      about:
        'Who you are here: profile, handles, ways to sign in, browsers that are signed in, and what you changed.',
      sections: {
        profile: { schema: PROFILE, value: (userId) => this.#profile(userId) },
        handles: {
          about: 'Handles that are yours, and those you gave up that nobody else may take yet.',
          schema: HANDLE,
          rows: (userId) =>
            this.#rows(
              `select handle, ${isoOf('released_at')} as "releasedAt" from identity.handle
               where user_id = $1 order by handle`,
              userId,
            ),
        },
        signIns: {
          about: 'Providers by which you can sign in, besides links to your address.',
          schema: SIGN_IN,
          rows: (userId) =>
            this.#rows(
              `select provider, ${isoOf('linked_at')} as "linkedAt" from read_v1.identity_linked_sign_in
               where user_id = $1 order by provider`,
              userId,
            ),
        },
        sessions: {
          about: 'Browsers that are signed in.',
          schema: SESSION,
          rows: (userId) =>
            this.#rows(
              `select browser, ${isoOf('created_at')} as "signedInAt", ${isoOf('last_seen_at')} as "lastSeenAt"
               from identity.session where user_id = $1 order by created_at`,
              userId,
            ),
        },
        history: {
          about: 'All that was recorded of your account, the oldest first.',
          schema: TOLD_EVENT,
          rows: (userId) => this.#history(userId),
        },
      },
    };
  }

  async #profile(userId: string) {
    const { email, username, firstName, lastName, handle, personality, timezone, registeredAt } =
      await this.profiles.of(userId);
    return {
      ...{ id: userId, username, email, pendingEmail: await this.links.pendingOf(userId) },
      ...{ firstName, lastName, handle, personality, timezone, registeredAt },
    };
  }

  /** Few: a person has a handful of each. */
  async *#rows(sql: string, userId: string): AsyncGenerator<Record<string, string | null>> {
    await this.gate.waitFor([linkedSignIns.name]);
    const { rows } = await this.pool.query<Record<string, string | null>>(sql, [userId]);
    yield* rows;
  }

  async *#history(userId: string) {
    for await (const event of this.reader.stream(streamOf(userId))) yield toldEvent(event);
  }
}

const streamOf = (userId: string): string => streamName({ category: userStream.category }, userId);

const PROFILE = record('You.', {
  id: text('Your id here, which never changes.'),
  username: text('Your name in addresses of your profile.'),
  email: orNull(text('Your address, as it was proved.')),
  pendingEmail: orNull(text('An address you asked for whose link was not opened yet.')),
  firstName: orNull(text('Your first name.')),
  lastName: orNull(text('Your last name.')),
  handle: orNull(text('Your handle, the name of your public page.')),
  personality: orNull(text('How replies in your name are to sound.')),
  timezone: text('Your time zone, as IANA calls it.'),
  registeredAt: instant('When you signed in for the first time.'),
});
const HANDLE = record('A handle.', {
  handle: text('The handle.'),
  releasedAt: orNull(instant('Since when you have another; null while it is yours.')),
});
const SIGN_IN = record('A provider.', {
  provider: text('The provider.'),
  linkedAt: instant('When you connected it.'),
});
const SESSION = record('A browser.', {
  browser: text('What it calls itself.'),
  signedInAt: instant('When you signed in there.'),
  lastSeenAt: instant('When it was last used, to the minute.'),
});
