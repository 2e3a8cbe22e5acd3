import { ALL_EVENTS, scopeOfEvent, type PublicEvent } from '@posthorn/contracts/external/events.http';
import { WEBHOOK, type DeliveryState, type DeliveryView } from '@posthorn/contracts/external/webhooks.http';
import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import type { Work } from '#infrastructure/effects/work-table.ts';
import type { OwnedEvent } from '../../read-models/feed/public-event.ts';

export type DeliveryKey = Readonly<{ endpointId: string; eventId: string }>;
/** Endpoints that respond slowly have separate slots. */
type Pace = 'prompt' | 'slow';
export type DueDelivery = Work<DeliveryKey, Pace>;

/** The outcome of a try. `status`, `answer` null: there was no response, and `error` has the reason. */
export type DeliveryAttempt = Readonly<{
  status: number | null;
  answer: string | null;
  error: string | null;
}>;
/** A page of an endpoint's deliveries, which are listed newest first. */
export type DeliveryFilter = Readonly<{
  state: DeliveryState | null;
  before: string | null;
  limit: number;
}>;
export type DeliveryRow = Omit<DeliveryView, 'lastErrorCode'> & Readonly<{ number: string }>;

/** SQL condition: the endpoint's patterns match this type. */
const WANTS = `(event.type = any(hook.types) or '*' = any(hook.types)
  or split_part(event.type, '.', 1) || '.*' = any(hook.types))`;
/** SQL condition: an endpoint that a token created gets only events that the token's scopes allow, even if its patterns match more. */
const MAY_GET = `(hook.scopes is null or event.scope is null or event.scope = any(hook.scopes)
  or '${ALL_EVENTS}' = any(hook.scopes))`;
const VIEW = `event_id as "eventId", type, state, attempts, last_status as "lastStatus", last_answer as "lastAnswer",
  last_error as "lastError", due_at as "nextAt", at, number::text as number`;

type Stored = Omit<DeliveryRow, 'nextAt' | 'at'> & Readonly<{ nextAt: Date | null; at: Date }>;
const shown = ({ nextAt, at, ...row }: Stored): DeliveryRow => ({
  ...row,
  nextAt: nextAt?.toISOString() ?? null,
  at: at.toISOString(),
});

/** Columns of events: id, type, time and signed body. */
const columnsOf = (events: readonly PublicEvent[]): readonly (readonly string[])[] => [
  events.map(({ id }) => id),
  events.map(({ type }) => type),
  events.map(({ at }) => at),
  events.map(({ id, type, at, data }) => JSON.stringify({ id, type, timestamp: at, data })),
];

/** Deliveries, one for each event and endpoint. A worker leases a delivery while it sends it. */
@Injectable()
export class Deliveries {
  constructor(private readonly database: Pool) {}

  /** Inserts due deliveries for each matching endpoint of the owners, in the order of the events. A repeated call changes nothing. */
  async fanOut(events: readonly OwnedEvent[]): Promise<void> {
    await this.database.query({
      name: 'external-fan-out',
      text: `insert into external.delivery (endpoint_id, event_id, owner_id, type, at, body, due_at)
        select hook.endpoint_id, event.event_id, hook.owner_id, event.type, event.at, event.body, now()
        from unnest($1::text[], $2::text[], $3::text[], $4::timestamptz[], $5::text[], $6::text[])
          with ordinality as event(owner_id, event_id, type, at, body, scope, place)
        join external.webhook hook on hook.owner_id = event.owner_id and ${WANTS} and ${MAY_GET}
        order by event.place
        on conflict do nothing`,
      values: [
        events.map(({ ownerId }) => ownerId),
        ...columnsOf(events.map(({ event }) => event)),
        events.map(({ event }) => scopeOfEvent(event.type)),
      ],
    });
  }

  /** Returns a waiting delivery; null: it no longer waits. `tries`: the number of earlier tries. */
  async read({
    endpointId,
    eventId,
  }: DeliveryKey): Promise<Readonly<{ body: string; tries: number }> | null> {
    const { rows } = await this.database.query<{ body: string; tries: number }>({
      name: 'external-delivery',
      text: `select body, attempts as tries from external.delivery
        where endpoint_id = $1 and event_id = $2 and state = 'waiting'`,
      values: [endpointId, eventId],
    });
    return rows[0] ?? null;
  }

  /** Records a try. A delivery that was requested again in the meantime has another due time, and stays due. */
  async record(
    { endpointId, eventId, dueAt }: DueDelivery,
    state: DeliveryState,
    attempt: DeliveryAttempt,
  ): Promise<void> {
    await this.database.query({
      name: 'external-delivery-tried',
      text: `update external.delivery set last_status = $5, last_answer = $6, last_error = $7,
          attempts = case when due_at = $3::timestamptz then attempts + 1 else attempts end,
          state = case when due_at = $3::timestamptz then $4 else state end
        where endpoint_id = $1 and event_id = $2`,
      values: [endpointId, eventId, dueAt, state, attempt.status, attempt.answer, attempt.error],
    });
  }

  /** Returns deliveries, the newest first. */
  async listOf(
    endpointId: string,
    { state, before, limit }: DeliveryFilter,
  ): Promise<readonly DeliveryRow[]> {
    const { rows } = await this.database.query<Stored>(
      `select ${VIEW} from external.delivery
       where endpoint_id = $1 and ($2::text is null or state = $2) and ($3::bigint is null or number < $3)
       order by external.delivery.number desc limit $4`,
      [endpointId, state, before, limit],
    );
    return rows.map(shown);
  }

  /** Makes the delivery due now, with all its tries again. It is then kept as long as a new one. Null: there is no such delivery. */
  async redeliver({ endpointId, eventId }: DeliveryKey): Promise<DeliveryRow | null> {
    const { rows } = await this.database.query<Stored>(
      `update external.delivery set state = 'waiting', attempts = 0, due_at = clock_timestamp(), made_at = now()
       where endpoint_id = $1 and event_id = $2 returning ${VIEW}`,
      [endpointId, eventId],
    );
    return rows[0] ? shown(rows[0]) : null;
  }

  /** Makes these events due at this endpoint now, with all their tries again, whether they were sent before or not. */
  async replay(
    { endpointId, ownerId }: Readonly<{ endpointId: string; ownerId: string }>,
    events: readonly PublicEvent[],
  ): Promise<void> {
    await this.database.query(
      `insert into external.delivery (endpoint_id, owner_id, event_id, type, at, body, due_at)
       select hook.endpoint_id, $2, event.event_id, event.type, event.at, event.body, clock_timestamp()
       from unnest($3::text[], $4::text[], $5::timestamptz[], $6::text[])
         with ordinality as event(event_id, type, at, body, place)
       join external.webhook hook on hook.endpoint_id = $1
       order by event.place
       on conflict (endpoint_id, event_id)
         do update set state = 'waiting', attempts = 0, due_at = excluded.due_at, made_at = now()`,
      [endpointId, ownerId, ...columnsOf(events)],
    );
  }

  /** Deletes deliveries past their retention time. */
  async sweep(): Promise<void> {
    await this.database.query(
      `delete from external.delivery where made_at < now() - make_interval(days => $1)`,
      [WEBHOOK.keptDays],
    );
  }
}
