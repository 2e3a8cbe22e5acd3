import { ERASED } from '#infrastructure/event-log/personal-field.ts';
import { Injectable } from '@nestjs/common';
import { TargetTroubles, type TargetTrouble } from '../../ports/target-troubles.ts';
import { TargetIsMissing } from '../../domain/publication/publication-errors.ts';
import type { Target } from '../../domain/publication/publication-events.ts';
import { OwnTargets } from './own-targets.ts';

@Injectable()
export class TroublesOfOwnTargets extends TargetTroubles {
  constructor(private readonly targets: OwnTargets) {
    super();
  }

  /** Reads the streams, because a mail is sent on this answer. */
  async of({ ownerId, postId, accountId }: Omit<Target, 'platform'>): Promise<TargetTrouble | null> {
    const found = await this.targets.find(ownerId, postId, accountId).catch((error: unknown) => {
      if (error instanceof TargetIsMissing) return null;
      throw error;
    });
    if (!found) return null;
    const { post, publication } = found;
    const { status, dueAt } = publication;
    const cause = status === 'failed' || status === 'unknown' ? status : null;
    if (cause === null || dueAt !== null) return null;
    const { content } = post.draft;
    return { cause, content: content === ERASED ? null : content };
  }
}
