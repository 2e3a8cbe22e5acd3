import { ERASED } from '#infrastructure/event-log/personal-field.ts';
import { Injectable } from '@nestjs/common';
import { TargetFailures, type TargetFailure } from '../../ports/target-failures.ts';
import { TargetIsMissing } from '../../domain/publication/publication-errors.ts';
import type { Target } from '../../domain/publication/publication-events.ts';
import { OwnTargets } from './own-targets.ts';

@Injectable()
export class OwnTargetFailures extends TargetFailures {
  constructor(private readonly targets: OwnTargets) {
    super();
  }

  /** Reads the streams, not the read model, because the answer decides whether the owner gets a mail. */
  async of({ ownerId, postId, accountId }: Omit<Target, 'platform'>): Promise<TargetFailure | null> {
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
