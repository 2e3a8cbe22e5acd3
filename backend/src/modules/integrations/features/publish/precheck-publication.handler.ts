import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { optionProblems } from '@posthorn/contracts/integrations/option-values';
import { problemsOf } from '@posthorn/contracts/integrations/precheck';
import { Providers } from '../../providers/providers.ts';
import { PrecheckPublication, type ProblemView } from '../../public.ts';
import { limitsFrom } from '../account-view.ts';
import { AccountDesk } from './account-desk.ts';

@QueryHandler(PrecheckPublication)
export class PrecheckPublicationHandler implements IQueryHandler<PrecheckPublication> {
  constructor(
    private readonly desk: AccountDesk,
    private readonly providers: Providers,
  ) {}

  async execute({ publication }: PrecheckPublication): Promise<readonly ProblemView[]> {
    const state = await this.desk.stateOf(publication);
    if (!state || state.status === 'new') return [];
    const { facts, precheck } = this.providers.of(publication.platform);
    const limits = limitsFrom(state.connection.limits);
    return [
      ...problemsOf(publication, limits, facts.name),
      ...optionProblems(publication, facts.options, facts.name),
      ...(precheck?.(publication, limits) ?? []),
    ];
  }
}
