import type { InboxSettingsChange } from '@posthorn/contracts/inbox/settings.http';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { DatabaseClock } from '#infrastructure/database/database-clock.ts';
import { StreamWriter } from '#infrastructure/event-log/stream-writer.ts';
import { PlanOf } from '#modules/identity/ports/plan-of.ts';
import {
  chooseAutoReply,
  chooseModeration,
  inboxSettingsStream,
  unblockAuthor,
  type InboxSettingsEvent,
  type InboxSettingsState,
} from '../../domain/settings/inbox-settings.ts';
import { AutoReplyNeedsPremium } from '../../domain/comment/inbox.errors.ts';

/** Changes settings of the inbox. Settings that are absent in `change` keep their values. */
export class ChangeInboxSettings extends Command<void> {
  constructor(
    readonly userId: string,
    readonly change: InboxSettingsChange,
  ) {
    super();
  }
}

@CommandHandler(ChangeInboxSettings)
export class ChangeInboxSettingsHandler implements ICommandHandler<ChangeInboxSettings> {
  constructor(
    private readonly writer: StreamWriter,
    private readonly plans: PlanOf,
    private readonly clock: DatabaseClock,
  ) {}

  /** @throws AutoReplyNeedsPremium when a user without Premium chooses automatic replies */
  async execute({ userId, change }: ChangeInboxSettings): Promise<void> {
    const { autoReply = 'off' } = change;
    const { aiReplies } = await this.plans.entitlementsOf(userId);
    if (autoReply !== 'off' && !aiReplies) throw new AutoReplyNeedsPremium();
    const now = await this.clock.now();
    await this.writer.decide(inboxSettingsStream, userId, (state) =>
      eventsOfChange(state, userId, change, now),
    );
  }
}

function eventsOfChange(
  state: InboxSettingsState,
  userId: string,
  { autoReply, unblock = [], ...moderation }: InboxSettingsChange,
  now: Date,
): InboxSettingsEvent[] {
  return [
    ...(autoReply ? chooseAutoReply(state, userId, autoReply, now) : []),
    ...chooseModeration(state, userId, moderation, now),
    ...[...new Set(unblock)].flatMap((key) => unblockAuthor(state, userId, key, now)),
  ];
}
