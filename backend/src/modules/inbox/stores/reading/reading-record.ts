import { Injectable } from '@nestjs/common';
import { DatabaseClock } from '#infrastructure/database/database-clock.ts';
import type { RemoteComment } from '#modules/integrations/ports/comments-of-accounts.ts';
import { CommentRecorder, type SeenBy, type SeenIn } from './comment-recorder.ts';
import { Sources, type Source } from './sources.ts';
import { wasMissedByWebhook } from './webhook-proof.ts';

/** Records what a reading has found, and whether webhooks reported it. */
@Injectable()
export class ReadingRecord {
  constructor(
    private readonly sources: Sources,
    private readonly recorder: CommentRecorder,
    private readonly clock: DatabaseClock,
  ) {}

  /** The caller must call this before the request: if a comment is hidden during the request, that event must have a later time. */
  async beginning({ caughtUpAt }: Source, by: SeenBy): Promise<SeenIn> {
    return { by, seenAt: (await this.clock.now()).toISOString(), isFirstReading: caughtUpAt === null };
  }

  async recordSeen(source: Source, comments: readonly RemoteComment[], seen: SeenIn): Promise<void> {
    if (comments.length === 0) return;
    const now = (await this.clock.now()).getTime();
    const isOverdue = ({ createdAt }: RemoteComment) => wasMissedByWebhook(source, createdAt, now);
    // Webhooks should have reported these comments. If one of them is new, webhooks do not arrive.
    if (await this.recordLater(source, comments.filter(isOverdue), seen))
      await this.sources.distrust(source.accountId);
    await this.recordLater(
      source,
      comments.filter((comment) => !isOverdue(comment)),
      seen,
    );
  }

  /** Records comments that prove no lost webhook, because no earlier reading reached their page. @returns whether a comment is new */
  async recordLater(source: Source, comments: readonly RemoteComment[], seen: SeenIn): Promise<boolean> {
    if (comments.length === 0) return false;
    const found = await this.recorder.record(source, comments, seen);
    if (found > 0) await this.sources.noteFound(source.accountId, source.hintedAt !== null);
    return found > 0;
  }

  async recordGone(source: Source, keys: readonly string[], seen: SeenIn): Promise<void> {
    if (keys.length > 0) await this.recorder.gone(source, keys, seen);
  }
}
