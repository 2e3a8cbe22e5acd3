import type { WebhookView } from '@posthorn/contracts/external/webhooks.http';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { OwnWebhooks } from './own-webhooks.ts';
import { viewOf, WebhookRows } from './webhook-rows.ts';

export class ListWebhooks extends Query<readonly WebhookView[]> {
  constructor(readonly ownerId: string) {
    super();
  }
}

@QueryHandler(ListWebhooks)
export class ListWebhooksHandler implements IQueryHandler<ListWebhooks> {
  constructor(private readonly rows: WebhookRows) {}

  async execute({ ownerId }: ListWebhooks): Promise<readonly WebhookView[]> {
    return (await this.rows.listOf(ownerId)).map(viewOf);
  }
}

/** @throws WebhookNotFound also for anybody else's */
export class ShowWebhook extends Query<WebhookView> {
  constructor(
    readonly ownerId: string,
    readonly endpointId: string,
  ) {
    super();
  }
}

@QueryHandler(ShowWebhook)
export class ShowWebhookHandler implements IQueryHandler<ShowWebhook> {
  constructor(private readonly own: OwnWebhooks) {}

  async execute({ ownerId, endpointId }: ShowWebhook): Promise<WebhookView> {
    return viewOf(await this.own.find(ownerId, endpointId));
  }
}
