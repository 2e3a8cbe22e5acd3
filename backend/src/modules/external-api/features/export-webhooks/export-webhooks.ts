import { SUSPENSION_REASONS } from '@posthorn/contracts/external/webhooks.http';
import { API_SCOPES } from '@posthorn/contracts/identity/api-tokens.http';
import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import { streamName } from '@posthorn/event-sourcing';
import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import {
  eventFiles,
  type EventFile,
  type ExportFile,
  type ExportPart,
} from '#infrastructure/readers/export-part.ts';
import { flag, instant, list, orNull, record, text } from '#infrastructure/readers/json-schema.ts';
import { EventReader } from '#infrastructure/event-log/event-reader.ts';
import { ReadGate } from '#infrastructure/readers/read-gate.ts';
import { webhookMails } from '../../domain/webhook/webhook-mail.ts';
import { webhookStream } from '../../domain/webhook/webhook.ts';
import { WEBHOOKS_VIEW, webhookIds } from '../../read-models/webhooks/webhook-ids.projection.ts';
import { viewOf, WebhookRows } from '../../read-models/webhooks/webhook-rows.ts';

/** A user's webhooks and their history. An export contains no secrets. */
@Injectable()
export class WebhooksPart implements ExportPart {
  readonly files: readonly ExportFile[];
  readonly categories = [webhookStream.category, webhookMails.stream.category];
  readonly tables = ['external_webhook', 'external.webhook'];

  constructor(
    private readonly pool: Pool,
    private readonly gate: ReadGate,
    private readonly reader: EventReader,
    private readonly rows: WebhookRows,
  ) {
    this.files = [
      {
        name: 'webhooks.json',
        about: 'Addresses of other programs to which events are sent. Without the signing secrets.',
        sections: {
          webhooks: {
            about: 'Each existing webhook, the newest first.',
            schema: WEBHOOK,
            rows: (userId) => this.#webhooks(userId),
          },
        },
      },
    ];
  }

  async *events(userId: string): AsyncGenerator<EventFile> {
    yield* eventFiles('webhooks', this.#streams(userId));
  }

  async *#webhooks(userId: string): AsyncGenerator<JsonObject> {
    for (const row of await this.rows.listOf(userId)) {
      const { types, scopes, ...webhook } = viewOf(row);
      yield { ...webhook, types: [...types], scopes: scopes && [...scopes] };
    }
  }

  /** The stream of each webhook, and the stream of the mail about each of its suspensions. */
  async *#streams(userId: string): AsyncGenerator<string> {
    await this.gate.waitFor([webhookIds.name]);
    const { rows } = await this.pool.query<{ id: string }>(
      `select id from ${WEBHOOKS_VIEW} where owner_id = $1 order by id`,
      [userId],
    );
    for (const { id } of rows) {
      const stream = streamName(webhookStream, id);
      yield stream;
      for await (const fact of this.reader.stream(stream))
        if (fact.type === 'EndpointSuspended') yield streamName(webhookMails.stream, `webhook-${fact.id}`);
    }
  }
}

const WEBHOOK = record('A webhook.', {
  id: text('Its id.'),
  url: text('Where events are sent.'),
  types: list('The types of events that it gets.', text('A type of events, or all that begin alike.')),
  state: text('Its state.', ['active', 'paused', 'suspended']),
  suspendedBecause: orNull(text('Why no events are sent; null: they are sent.', [...SUSPENSION_REASONS])),
  pausedUntil: orNull(instant('Nothing is sent before this time, because the receiver asked for a pause.')),
  lastSuccessAt: orNull(instant('The last time that the receiver accepted an event.')),
  failingSince: orNull(instant('The time since which the receiver has accepted no event.')),
  addedAt: instant('When you added it.'),
  tokenId: orNull(text('The API token that created it, and with which it ends; null: you own it.')),
  scopes: orNull(
    list('It gets only events of these permissions; null: all events.', text('A scope.', [...API_SCOPES])),
  ),
  asksOwner: flag(
    'A token made it before webhooks kept the scopes of theirs: you are asked whether it may go on.',
  ),
});
