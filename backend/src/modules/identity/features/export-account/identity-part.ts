import { streamName } from '@posthorn/event-sourcing';
import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { isoOf } from '#infrastructure/database/instants.ts';
import {
  eventFiles,
  type EventFile,
  type ExportFile,
  type ExportPart,
} from '#infrastructure/readers/export-part.ts';
import { EXPORTED_EVENT, exportedEvent } from '#infrastructure/personal-data/export/exported-event.ts';
import { EventReader } from '#infrastructure/event-log/event-reader.ts';
import { ReadGate } from '#infrastructure/readers/read-gate.ts';
import { OwnTokens } from '../manage-api-tokens/own-tokens.ts';
import { TokenNames } from '../../read-models/api-tokens/token-names.ts';
import { apiTokenStream } from '../../domain/api-token/api-token.ts';
import { tokenMails } from '../../domain/token-mail/token-mail.ts';
import { userStream } from '../../domain/user/user.ts';
import { AccountLinks } from '../../stores/account-links/account-links.ts';
import {
  LINKED_SIGN_INS_VIEW,
  linkedSignIns,
} from '../../read-models/linked-sign-ins/linked-sign-ins.projection.ts';
import { Profiles } from '../../read-models/users/profiles.ts';
import { OwnSettings } from '../user-settings/own-settings.ts';
import { API_TOKEN, HANDLE, PROFILE, SESSION, SETTINGS, SIGN_IN } from './account-schema.ts';

/** The part of an export with the user's profile, ways to sign in, API tokens and settings. */
@Injectable()
export class IdentityPart implements ExportPart {
  readonly files: readonly ExportFile[];
  readonly categories = [userStream.category, apiTokenStream.category, tokenMails.stream.category];
  readonly tables = [
    'identity_user',
    'identity_linked_sign_in',
    'identity_settings',
    'identity_token_name',
    'identity.account_link',
    'identity.api_token',
    'identity.handle',
    'identity.session',
  ];

  constructor(
    private readonly pool: Pool,
    private readonly gate: ReadGate,
    private readonly reader: EventReader,
    private readonly profiles: Profiles,
    private readonly links: AccountLinks,
    private readonly settings: OwnSettings,
    private readonly tokens: OwnTokens,
    private readonly names: TokenNames,
  ) {
    this.files = [this.#account()];
  }

  async *events(userId: string): AsyncGenerator<EventFile> {
    yield { name: 'user', streams: [streamOf(userId)] };
    yield* eventFiles('api-tokens', this.names.streamsOf(userId));
    yield* eventFiles('api-token-mails', this.names.mailStreamsOf(userId));
  }

  #account(): ExportFile {
    return {
      name: 'account.json',
      about:
        'Your account: profile, settings, handles, ways to sign in, signed-in browsers, API tokens, notifications and changes.',
      sections: {
        profile: { schema: PROFILE, value: (userId) => this.#profile(userId) },
        settings: { schema: SETTINGS, value: (userId) => this.#settings(userId) },
        handles: {
          about: 'Your handle, and former handles that others cannot take yet.',
          schema: HANDLE,
          rows: (userId) =>
            this.#rows(
              `select handle, ${isoOf('released_at')} as "releasedAt" from identity.handle
               where user_id = $1 order by handle`,
              userId,
            ),
        },
        signIns: {
          about: 'Providers with which you can sign in, besides links by mail.',
          schema: SIGN_IN,
          rows: (userId) =>
            this.#rows(
              `select provider, ${isoOf('linked_at')} as "linkedAt" from ${LINKED_SIGN_INS_VIEW}
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
        apiTokens: {
          about: 'API tokens that you created and did not delete, without their secrets.',
          schema: API_TOKEN,
          rows: (userId) => this.#tokens(userId),
        },
        history: {
          about: 'All recorded events of your account, the oldest first.',
          schema: EXPORTED_EVENT,
          rows: (userId) => this.#history(userId),
        },
      },
    };
  }

  async #profile(userId: string) {
    const { email, username, firstName, lastName, handle, personality, timezone, registeredAt } =
      await this.profiles.profileOf(userId);
    return {
      id: userId,
      username,
      email,
      pendingEmail: await this.links.pendingOf(userId),
      firstName,
      lastName,
      handle,
      personality,
      timezone,
      registeredAt,
    };
  }

  async *#tokens(userId: string) {
    for (const { id, name, scopes, createdAt, expiresAt, lastUsedAt } of await this.tokens.list(userId))
      yield { id, name, scopes: [...scopes], createdAt, expiresAt, lastUsedAt };
  }

  async #settings(userId: string) {
    const { hashtags, caption, postFailed, accountExpiring, newComment } = await this.settings.show(userId);
    return { hashtags, caption, postFailed, accountExpiring, newComment };
  }

  /** Loads all rows in one query, because a user has only a few rows in each table. */
  async *#rows(sql: string, userId: string): AsyncGenerator<Record<string, string | null>> {
    await this.gate.waitFor([linkedSignIns.name]);
    const { rows } = await this.pool.query<Record<string, string | null>>(sql, [userId]);
    yield* rows;
  }

  async *#history(userId: string) {
    for await (const event of this.reader.stream(streamOf(userId))) yield exportedEvent(event);
  }
}

const streamOf = (userId: string): string => streamName({ category: userStream.category }, userId);
