import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Providers } from '../../providers/providers.ts';
import { RepeatRuleOf, type RepeatRule } from '../../public.ts';

@QueryHandler(RepeatRuleOf)
export class RepeatRuleOfHandler implements IQueryHandler<RepeatRuleOf> {
  constructor(private readonly providers: Providers) {}

  /** A platform that nobody described is never repeated without a person. */
  execute({ platform }: RepeatRuleOf): Promise<RepeatRule> {
    return Promise.resolve(this.providers.find(platform)?.repeatRule ?? 'never');
  }
}
