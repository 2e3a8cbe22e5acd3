import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Connectors } from '../../connectors/connectors.ts';
import { RepetitionOf, type Repetition } from '../../public.ts';

const UNDESCRIBED: Repetition = {
  rule: 'never',
  callBytes: 0,
  visibility: 60_000,
  isHarmlessWhenLate: false,
  listsPosts: false,
  setsCovers: false,
};

@QueryHandler(RepetitionOf)
export class RepetitionOfHandler implements IQueryHandler<RepetitionOf> {
  constructor(private readonly connectors: Connectors) {}

  /** A platform that nobody described is never repeated without a person. */
  execute({ platform }: RepetitionOf): Promise<Repetition> {
    const connector = this.connectors.find(platform);
    if (!connector) return Promise.resolve(UNDESCRIBED);
    const { lookUp, callBytes = 0 } = connector.descriptor;
    const { visibilitySeconds, isHarmlessWhenLate, listsPosts } = lookUp;
    const visibility = visibilitySeconds * 1000;
    const { repeatRule: rule } = connector;
    const setsCovers = connector.setCover !== undefined;
    return Promise.resolve({ rule, callBytes, visibility, isHarmlessWhenLate, listsPosts, setsCovers });
  }
}
