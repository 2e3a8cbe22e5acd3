import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { WebhookRows } from '../../read-models/webhooks/webhook-rows.ts';

/** For use after a restore of the event log: from now on, the rows of webhooks follow the events of the older log. */
export class FollowOlderLog extends Command<void> {}

@CommandHandler(FollowOlderLog)
export class FollowOlderLogHandler implements ICommandHandler<FollowOlderLog> {
  constructor(private readonly rows: WebhookRows) {}

  execute(): Promise<void> {
    return this.rows.forgetRevisions();
  }
}
