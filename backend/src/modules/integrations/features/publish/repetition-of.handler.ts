import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Connectors } from '../../connectors/connectors.ts';
import { RepetitionOf, type Repetition } from '../../public.ts';

const UNDESCRIBED: Repetition = {
  rule: 'never',
  visibility: 60_000,
  isHarmlessWhenLate: false,
  listsPosts: false,
};

@QueryHandler(RepetitionOf)
export class RepetitionOfHandler implements IQueryHandler<RepetitionOf> {
  constructor(private readonly connectors: Connectors) {}

  /** A platform that nobody described is never repeated without a person. */
  execute({ platform }: RepetitionOf): Promise<Repetition> {
    const connector = this.connectors.find(platform);
    if (!connector) return Promise.resolve(UNDESCRIBED);
    const { visibilitySeconds, isHarmlessWhenLate, listsPosts } = connector.descriptor.lookUp;
    const visibility = visibilitySeconds * 1000;
    return Promise.resolve({ rule: connector.repeatRule, visibility, isHarmlessWhenLate, listsPosts });
  }
}
