import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Providers } from '../../providers/providers.ts';
import { RepetitionOf, type Repetition } from '../../public.ts';

const UNDESCRIBED: Repetition = {
  rule: 'never',
  visibility: 60_000,
  isHarmlessWhenLate: false,
  listsPosts: false,
};

@QueryHandler(RepetitionOf)
export class RepetitionOfHandler implements IQueryHandler<RepetitionOf> {
  constructor(private readonly providers: Providers) {}

  /** A platform that nobody described is never repeated without a person. */
  execute({ platform }: RepetitionOf): Promise<Repetition> {
    const provider = this.providers.find(platform);
    if (!provider) return Promise.resolve(UNDESCRIBED);
    const { visibilitySeconds, isHarmlessWhenLate, listsPosts } = provider.facts.lookUp;
    const visibility = visibilitySeconds * 1000;
    return Promise.resolve({ rule: provider.repeatRule, visibility, isHarmlessWhenLate, listsPosts });
  }
}
