import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { DatabaseClock } from '#infrastructure/database/database-clock.ts';
import { EventReader } from '#infrastructure/event-log/event-reader.ts';
import { StreamWriter } from '#infrastructure/event-log/stream-writer.ts';
import type { Process } from '#infrastructure/readers/process.ts';
import type { AccountReconnectedEvent } from '#modules/integrations/ports/events.ts';
import { commentStream } from '../../domain/comment/comment.ts';
import { resumeWaiting } from '../../domain/comment/replying.ts';
import { effectsView } from '#infrastructure/effects/open-effects.projection.ts';

/** Comments of an account with an open reply or an open moderation. */
const OPEN = `select comment_id::float8 as id from ${effectsView('inbox_reply_due')} where account_id = $1
  union select comment_id::float8 from ${effectsView('inbox_moderation_due')} where account_id = $1 order by id`;

/** Continues waiting replies and moderations immediately when their account is connected again. */
@Injectable()
export class ResumeWaiting {
  constructor(
    private readonly pool: Pool,
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
    const { rows } = await this.pool.query<{ id: number }>(OPEN, [accountId]);
    for (const { id: commentId } of rows) {
      const { state } = await this.reader.load(commentStream, commentId);
      const { id } = state;
      const now = await this.clock.now();
      if (id)
        await this.writer.decide(commentStream, commentId, (comment) => resumeWaiting(comment, id, now));
    }
  }
}
