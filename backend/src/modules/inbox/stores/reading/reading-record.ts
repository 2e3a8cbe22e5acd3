import { Injectable } from '@nestjs/common';
import { DatabaseClock } from '#infrastructure/database/database-clock.ts';
import type { RemoteComment } from '#modules/integrations/ports/comments-of-accounts.ts';
import { CommentRecorder, type SeenBy, type SeenIn } from './comment-recorder.ts';
import { Sources, type Source } from './sources.ts';
import { wasMissedByWebhook } from './webhook-proof.ts';

/** Records what a reading has seen, and notes whether the platform reports comments by webhook. */
@Injectable()
export class ReadingRecord {
  constructor(
    private readonly sources: Sources,
    private readonly recorder: CommentRecorder,
    private readonly clock: DatabaseClock,
  ) {}

  /** Takes the time before the request. A comment that is hidden or shown during the request then has a later time. */
  async beginning({ caughtUpAt }: Source, by: SeenBy): Promise<SeenIn> {
    return { by, seenAt: (await this.clock.now()).toISOString(), isFirstReading: caughtUpAt === null };
  }

  async recordSeen(source: Source, comments: readonly RemoteComment[], seen: SeenIn): Promise<void> {
    if (comments.length === 0) return;
    const now = (await this.clock.now()).getTime();
    const isLate = ({ createdAt }: RemoteComment) => wasMissedByWebhook(source, createdAt, now);
    // The webhook should have reported these: a new one among them shows that it does not.
    if (await this.recordLater(source, comments.filter(isLate), seen))
      await this.sources.distrust(source.accountId);
    await this.recordLater(
      source,
      comments.filter((comment) => !isLate(comment)),
      seen,
    );
  }

  /** Does not show whether webhooks arrive: no earlier reading reached these pages. @returns whether one of the comments is new */
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
