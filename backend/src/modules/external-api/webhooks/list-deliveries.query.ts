import type { ExternalPage } from '@posthorn/contracts/external/posts.http';
import type { DeliveryView } from '@posthorn/contracts/external/webhooks.http';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Deliveries, type DeliveryFilter, type DeliveryRow } from './deliveries.ts';
import { OwnWebhooks } from './own-webhooks.ts';

export class ListDeliveries extends Query<ExternalPage<DeliveryView>> {
  constructor(
    readonly ownerId: string,
    readonly endpointId: string,
    readonly filter: DeliveryFilter,
  ) {
    super();
  }
}

@QueryHandler(ListDeliveries)
export class ListDeliveriesHandler implements IQueryHandler<ListDeliveries> {
  constructor(
    private readonly own: OwnWebhooks,
    private readonly deliveries: Deliveries,
  ) {}

  /** One more row says whether there is another page. @throws WebhookNotFound */
  async execute({ ownerId, endpointId, filter }: ListDeliveries): Promise<ExternalPage<DeliveryView>> {
    await this.own.find(ownerId, endpointId);
    const rows = await this.deliveries.listOf(endpointId, { ...filter, limit: filter.limit + 1 });
    const page = rows.slice(0, filter.limit);
    const last = rows.length > page.length ? page.at(-1) : undefined;
    return { items: page.map(withoutNumber), nextCursor: last?.number ?? null };
  }
}

/** Where it stands in the list is nobody's business. */
export const withoutNumber = ({
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
  nextAt,
  at,
});
