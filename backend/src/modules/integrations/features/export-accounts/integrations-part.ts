import { streamName } from '@posthorn/event-sourcing';
import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { isoOf } from '#infrastructure/database/instants.ts';
import type { EventFile, ExportFile, ExportPart } from '#infrastructure/readers/export-part.ts';
import { instant, list, number, orNull, record, text } from '#infrastructure/readers/json-schema.ts';
import { EXPORTED_EVENT, exportedEvent } from '#infrastructure/personal-data/export/exported-event.ts';
import { EventReader } from '#infrastructure/event-log/event-reader.ts';
import { ReadGate } from '#infrastructure/readers/read-gate.ts';
import { accountStream } from '../../domain/account/account.ts';
import { renewalStream } from '../../domain/account/renewal.ts';
import { ACCOUNTS_VIEW, accountList } from '../../read-models/accounts/account-list.projection.ts';

type AccountRow = JsonObject & Readonly<{ id: number }>;

/** The user's connected accounts, without credentials. */
@Injectable()
export class IntegrationsPart implements ExportPart {
  readonly files: readonly ExportFile[];
  readonly categories = [accountStream.category, renewalStream.category];
  readonly tables = ['integrations_account', 'integrations.account_key'];

  constructor(
    private readonly pool: Pool,
    private readonly gate: ReadGate,
    private readonly reader: EventReader,
  ) {
    this.files = [
      {
        name: 'accounts.json',
        about: 'Your accounts on platforms, also disconnected ones, without their credentials.',
        sections: {
          accounts: {
            about: 'Each account, with all recorded events of its connection.',
            schema: ACCOUNT,
            rows: (userId) => this.#exported(userId),
          },
        },
      },
    ];
  }

  async *events(userId: string): AsyncGenerator<EventFile> {
    for (const { id } of await this.#accounts(userId)) {
      const streams = [streamName(accountStream, id), streamName(renewalStream, id)];
      yield { name: `account-${String(id)}`, streams };
    }
  }

  async *#exported(userId: string): AsyncGenerator<JsonObject> {
    for (const account of await this.#accounts(userId)) {
      const history: JsonObject[] = [];
      // The history leaves out renewals of tokens, because they are automatic and may be thousands. They are
      // in the event files.
      for await (const event of this.reader.stream(streamName(accountStream, account.id)))
        history.push(exportedEvent(event));
      yield { ...account, history };
    }
  }

  /** Loads all accounts together, because the plan limits their number. */
  async #accounts(userId: string): Promise<readonly AccountRow[]> {
    await this.gate.waitFor([accountList.name]);
    const { rows } = await this.pool.query<AccountRow>(
      `select account_id::float8 as id, a.platform, k.remote_id as "remoteId", account_name as "accountName",
         display_name as "displayName", server, status, ${isoOf('connected_at')} as "connectedAt"
       from ${ACCOUNTS_VIEW} a left join integrations.account_key k using (account_id)
       where a.owner_id = $1 order by account_id`,
      [userId],
    );
    return rows;
  }
}

const ACCOUNT = record('An account.', {
  id: number('Its id in Posthorn.'),
  platform: text('Its platform.'),
  remoteId: orNull(text('Its permanent id on the platform.')),
  accountName: text('Its name on the platform.'),
  displayName: orNull(text('Its display name on the platform.')),
  server: orNull(text('Its server, where the platform has many.')),
  status: text('Whether it is connected.', ['active', 'needs-reconnect', 'disconnected']),
  connectedAt: instant('When you last connected it.'),
  history: list('The recorded events of it, the oldest first.', EXPORTED_EVENT),
});
