import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { optionProblems } from '@posthorn/contracts/integrations/option-values';
import { problemsOf } from '@posthorn/contracts/integrations/precheck';
import { PRECHECK_TEXT } from '@posthorn/contracts/integrations/precheck-text';
import { hasErased } from '#infrastructure/log/personal-field.ts';
import { Connectors } from '../../connectors/connectors.ts';
import { PrecheckPublication, type ProblemView } from '../../public.ts';
import { limitsFrom } from '../account-view.ts';
import { withAskedOptions } from './asked-options.ts';
import { UsableAccounts, WORDS_ARE_ERASED } from './usable-accounts.ts';

@QueryHandler(PrecheckPublication)
export class PrecheckPublicationHandler implements IQueryHandler<PrecheckPublication> {
  constructor(
    private readonly accounts: UsableAccounts,
    private readonly connectors: Connectors,
  ) {}

  async execute({ publication, limits: known }: PrecheckPublication): Promise<readonly ProblemView[]> {
    const limits = known ?? (await this.#limitsOf(publication));
    if (!limits) return [];
    const { descriptor, precheck } = this.connectors.of(publication.platform);
    if (hasErased(publication))
      return [{ code: WORDS_ARE_ERASED, message: PRECHECK_TEXT.erased(descriptor.name) }];
    const asked = withAskedOptions(publication, descriptor);
    return [
      ...problemsOf(asked, limits, descriptor.name),
      ...optionProblems(asked, descriptor.options, descriptor.name),
      ...(precheck?.(asked, limits) ?? []),
    ];
  }

  async #limitsOf(
    publication: PrecheckPublication['publication'],
  ): Promise<ReturnType<typeof limitsFrom> | null> {
    const state = await this.accounts.recentStateOf(publication);
    return !state || state.status === 'new' ? null : limitsFrom(state.connection.limits);
  }
}
