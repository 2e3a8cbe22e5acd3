import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { isoOf } from '#infrastructure/database/instants.ts';
import { EventReader } from '#infrastructure/event-log/event-reader.ts';
import { autoReplyId, autoReplyStream, whyNoPlace } from '../../domain/auto-reply/auto-reply.ts';
import { dryRun } from '../../domain/auto-reply/dry-run.ts';
import { reasonInComment } from '../../domain/auto-reply/why-no-auto-reply.ts';
import { AutoRepliesToCome } from '../comments/auto-replies-to-come.ts';
import type { ShownComment } from '../comments/comment-pages.ts';
import { AutoReplyForecasts } from './auto-reply-forecasts.ts';
import { AutoReplySwitches } from './auto-reply-switches.ts';
import { AUTO_REPLIES_VIEW } from './auto-reply-table.projection.ts';
import { CommentContext, type CommentWithContext } from './comment-context.ts';

type DueRow = Readonly<{ id: number; postId: number; at: string }>;

@Injectable()
export class AutoRepliesDue extends AutoRepliesToCome {
  constructor(
    private readonly pool: Pool,
    private readonly reader: EventReader,
    private readonly switches: AutoReplySwitches,
    private readonly contexts: CommentContext,
    private readonly forecasts: AutoReplyForecasts,
  ) {
    super();
  }

  async dueTimesOf(ownerId: string, comments: readonly ShownComment[]): Promise<ReadonlyMap<number, string>> {
    const open = comments.filter(({ state }) => state.skipped === null && reasonInComment(state) === null);
    const due = await this.#due(
      ownerId,
      open.map(({ comment_id }) => comment_id),
    );
    if (due.size === 0) return new Map();
    const switches = await this.switches.switchesOf(ownerId);
    if (switches.mode !== 'send') return new Map();
    const requested = (await this.contexts.load([...due.keys()])).filter(({ isAskedFor }) => isAskedFor);
    const forecasts = await this.forecasts.forecast(requested, switches);
    const coming = await Promise.all(
      requested.map(async (context, index): Promise<[number, string][]> => {
        const [row, forecast] = [due.get(context.commentId), forecasts[index]];
        if (!row || !forecast || dryRun([forecast])[0]?.outcome !== 'reply') return [];
        return (await this.#hasPlace(row, context)) ? [[row.id, row.at]] : [];
      }),
    );
    return new Map(coming.flat());
  }

  async #due(ownerId: string, ids: readonly number[]): Promise<ReadonlyMap<number, DueRow>> {
    if (ids.length === 0) return new Map();
    const { rows } = await this.pool.query<DueRow>({
      name: 'inbox-auto-replies-to-come',
      text: `select comment_id::float8 as id, post_id::float8 as "postId", ${isoOf('due_at')} as at
        from ${AUTO_REPLIES_VIEW}
        where comment_id = any($1::bigint[]) and owner_id = $2 and stage = 'open' and due_at is not null`,
      values: [ids, ownerId],
    });
    return new Map(rows.map((row) => [row.id, row]));
  }

  /** Returns whether the limits under a post allow a reply: one for each person, and a maximum for the post. */
  async #hasPlace({ id, postId }: DueRow, { accountId, comment }: CommentWithContext): Promise<boolean> {
    const { state } = await this.reader.load(autoReplyStream, autoReplyId(postId, accountId));
    return whyNoPlace(state, { commentId: id, authorMac: comment.seen?.authorMac ?? '' }) === null;
  }
}
