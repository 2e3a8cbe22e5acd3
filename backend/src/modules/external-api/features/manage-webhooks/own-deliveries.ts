import { DELIVERY_ERRORS } from '@posthorn/contracts/external/delivery-errors';
import type { ExternalPage } from '@posthorn/contracts/external/posts.http';
import { typesHeard, type EventsView } from '@posthorn/contracts/external/events.http';
import {
  WEBHOOK,
  WEBHOOK_TEXT,
  type DeliveryView,
  type ReplayView,
} from '@posthorn/contracts/external/webhooks.http';
import { codeSaying } from '@posthorn/contracts/shared/said';
import { Inject, Injectable } from '@nestjs/common';
import type { WorkerLoop } from '#infrastructure/effects/worker-loop.ts';
import { RateLimits, type Limit } from '#infrastructure/http/edge/rate-limits.ts';
import { Deliveries, type DeliveryFilter, type DeliveryRow } from '../../stores/deliveries/deliveries.ts';
import { DeliveryLoop } from '../../effects/deliver-webhooks/delivery-loop.ts';
import { CursorGone } from '../../read-models/feed/cursor-gone.ts';
import { Feed, type FeedRequest } from '../../read-models/feed/feed.ts';
import { OwnWebhooks } from './own-webhooks.ts';
import { DeliveryNotFound, EventNotFound } from '../../read-models/webhooks/webhook.errors.ts';

/** One replay may send 10,000 deliveries again, and deliveries of other users wait for them. Ten an hour are enough for a month of events. */
const REPLAYS: Limit = {
  name: 'external.webhook-replay',
  points: 10,
  seconds: 3600,
  message: WEBHOOK_TEXT.replaysTooMany,
};

/** The number of events that one statement inserts. */
const REPLAY_BATCH = 1_000;

/** The deliveries to an endpoint, as its owner sees them. */
@Injectable()
export class OwnDeliveries {
  constructor(
    private readonly own: OwnWebhooks,
    private readonly deliveries: Deliveries,
    private readonly feed: Feed,
    private readonly limits: RateLimits,
    @Inject(DeliveryLoop) private readonly loop: WorkerLoop,
  ) {}

  /** Reads one row more than a page, to know whether there is another page. @throws WebhookNotFound */
  async list(
    ownerId: string,
    endpointId: string,
    filter: DeliveryFilter,
  ): Promise<ExternalPage<DeliveryView>> {
    await this.own.find(ownerId, endpointId);
    const rows = await this.deliveries.listOf(endpointId, { ...filter, limit: filter.limit + 1 });
    const page = rows.slice(0, filter.limit);
    const last = rows.length > page.length ? page.at(-1) : undefined;
    return { items: page.map(withoutNumber), nextCursor: last?.number ?? null };
  }

  /** Sends one delivery again, whatever its outcome was. @throws WebhookNotFound, WebhookIsSuspended, DeliveryNotFound */
  async redeliver(ownerId: string, endpointId: string, eventId: string): Promise<DeliveryView> {
    await this.own.findActive(ownerId, endpointId);
    const delivery = isId(eventId) ? await this.deliveries.redeliver({ endpointId, eventId }) : null;
    if (!delivery) throw new DeliveryNotFound();
    this.loop.wake();
    return withoutNumber(delivery);
  }

  /**
   * Sends all events of the feed after the given event that this endpoint subscribes to, even those from before the endpoint was added.
   * @throws WebhookNotFound, WebhookIsSuspended, EventNotFound, RequestRefused 429, and 503 while the feed is behind
   */
  async replay(ownerId: string, endpointId: string, eventId: string): Promise<ReplayView> {
    const webhook = await this.own.findActive(ownerId, endpointId);
    await this.limits.take(REPLAYS, ownerId);
    if (!isId(eventId)) throw new EventNotFound();
    const types = typesHeard(webhook.types, webhook.scopes);
    let [deliveries, last, more] = [0, null as string | null, true];
    for (let after = eventId; more && deliveries < WEBHOOK.replayMax;) {
      const limit = Math.min(REPLAY_BATCH, WEBHOOK.replayMax - deliveries);
      const page = await this.#pageOf({ ownerId, after, types, limit });
      await this.deliveries.replay({ endpointId, ownerId }, page.events);
      deliveries += page.events.length;
      last = page.events.at(-1)?.id ?? last;
      ({ more, cursor: after } = page);
    }
    this.loop.wake();
    return { deliveries, last, more };
  }

  /** @throws EventNotFound if the owner has no such event, or no longer has it */
  async #pageOf(asked: FeedRequest): Promise<EventsView> {
    try {
      return await this.feed.list(asked);
    } catch (error) {
      throw error instanceof CursorGone ? new EventNotFound() : error;
    }
  }
}

/** Checks the id first, because it can contain bytes that Postgres refuses in any text. */
const isId = (eventId: string): boolean => /^evt_[\da-f-]{36}$/u.test(eventId);

/** Removes the internal number, which only serves as a cursor. */
const withoutNumber = ({
  eventId,
  type,
  state,
  attempts,
  lastStatus,
  lastAnswer,
  lastError,
  nextAt,
  at,
}: DeliveryRow): DeliveryView => ({
  eventId,
  type,
  state,
  attempts,
  lastStatus,
  lastAnswer,
  lastError,
  lastErrorCode: lastError && codeSaying(DELIVERY_ERRORS, lastError),
  nextAt,
  at,
});
