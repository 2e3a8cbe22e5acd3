import { ERASED } from '#infrastructure/log/personal-field.ts';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { TargetIsMissing } from '../../domain/publication/publication-errors.ts';
import { TroubleOfTarget, type TargetTrouble } from '../../public.ts';
import { OwnTargets } from '../own-targets.ts';

@QueryHandler(TroubleOfTarget)
export class TroubleOfTargetHandler implements IQueryHandler<TroubleOfTarget> {
  constructor(private readonly targets: OwnTargets) {}

  /** From the streams: a mail is sent by it. */
  async execute({ target: { ownerId, postId, accountId } }: TroubleOfTarget): Promise<TargetTrouble | null> {
    const found = await this.targets.find(ownerId, postId, accountId).catch((error: unknown) => {
      if (error instanceof TargetIsMissing) return null;
      throw error;
    });
    if (!found) return null;
    const { post, publication } = found;
    const { status, nextAt } = publication;
    const cause = status === 'failed' || status === 'unknown' ? status : null;
    if (cause === null || nextAt !== null) return null;
    const { content } = post.draft;
    return { cause, content: content === ERASED ? null : content };
  }
}
