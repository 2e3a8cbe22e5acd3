import { Injectable } from '@nestjs/common';
import { DatabaseClock } from '#infrastructure/database/database-clock.ts';
import type { RemoteComment } from '#modules/integrations/comments/public.ts';
import { Sightings, type SeenBy, type SeenIn } from './sightings.ts';
import { Sources, type Source } from './sources.ts';
import { isUntold } from './webhook-proof.ts';

/** Records what a reading has seen, and notes whether the platform reports comments by webhook. */
@Injectable()
export class ReadingRecord {
  constructor(
    private readonly sources: Sources,
    private readonly sightings: Sightings,
    private readonly clock: DatabaseClock,
  ) {}

  /** Noted before the platform is asked: what is hidden or shown while its answer travels is later than this. */
  async beginning({ caughtUpAt }: Source, by: SeenBy): Promise<SeenIn> {
    return { by, seenAt: (await this.clock.now()).toISOString(), isFirstReading: caughtUpAt === null };
  }

  async there(source: Source, comments: readonly RemoteComment[], seen: SeenIn): Promise<void> {
    if (comments.length === 0) return;
    const now = (await this.clock.now()).getTime();
    const isLate = ({ createdAt }: RemoteComment) => isUntold(source, createdAt, now);
    // Apart, so that it is seen of which there was a new one.
    if (await this.found(source, comments.filter(isLate), seen))
      await this.sources.distrust(source.accountId);
    await this.found(
      source,
      comments.filter((comment) => !isLate(comment)),
      seen,
    );
  }

  /** The same of pages beyond the reach of earlier readings: they prove nothing. Whether a comment was new. */
  async found(source: Source, comments: readonly RemoteComment[], seen: SeenIn): Promise<boolean> {
    if (comments.length === 0) return false;
    const found = await this.sightings.record(source, comments, seen);
    if (found > 0) await this.sources.noteFound(source.accountId, source.hintedAt !== null);
    return found > 0;
  }

  async gone(source: Source, keys: readonly string[], seen: SeenIn): Promise<void> {
    if (keys.length > 0) await this.sightings.gone(source, keys, seen);
  }
}
