import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { WebhookRows } from '../../read-models/webhooks/webhook-rows.ts';

/** For use after a restore of the event log: from now on, the rows of webhooks follow the events of the older log. */
export class FollowOlderWebhookLog extends Command<void> {}

@CommandHandler(FollowOlderWebhookLog)
export class FollowOlderWebhookLogHandler implements ICommandHandler<FollowOlderWebhookLog> {
  constructor(private readonly rows: WebhookRows) {}

  execute(): Promise<void> {
    return this.rows.forgetRevisions();
  }
}
