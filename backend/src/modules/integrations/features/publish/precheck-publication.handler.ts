import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
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
    const provider = this.providers.of(publication.platform);
    return provider.precheck(publication, limitsFrom(state.connection.limits));
  }
}
