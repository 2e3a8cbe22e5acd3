import { Injectable } from '@nestjs/common';
import { DatabaseClock } from '#infrastructure/database/database-clock.ts';
import { EventReader } from '#infrastructure/log/event-reader.ts';
import { StreamWriter } from '#infrastructure/log/stream-writer.ts';
import type { Process } from '#infrastructure/processes/process.ts';
import type { AccountReconnectedEvent } from '#modules/integrations/public.ts';
import { commentStream } from './domain/comment/comment.ts';
import { resumeWaiting } from './domain/comment/replying.ts';
import { ModerationRows } from './moderation/moderation-rows.ts';
import { ReplyRows } from './replies/reply-rows.ts';

/** Replies and moderation that waited for an account go on at once when it is connected again. */
@Injectable()
export class ResumeWaiting {
  constructor(
    private readonly replies: ReplyRows,
    private readonly moderations: ModerationRows,
    private readonly reader: EventReader,
    private readonly writer: StreamWriter,
    private readonly clock: DatabaseClock,
  ) {}

  readonly process: Process<AccountReconnectedEvent> = {
    name: 'inbox.resume-waiting',
    categories: ['account'],
    types: ['AccountReconnected'],
    from: 'start',
    handle: ({ data: { accountId } }) => this.#resume(accountId),
  };

  async #resume(accountId: number): Promise<void> {
    const waiting = [await this.replies.openOn(accountId), await this.moderations.openOn(accountId)].flat();
    for (const commentId of new Set(waiting)) {
      const { state } = await this.reader.load(commentStream, commentId);
      const { id } = state;
      const now = await this.clock.now();
      if (id)
        await this.writer.decide(commentStream, commentId, (comment) => resumeWaiting(comment, id, now));
    }
  }
}
