import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Connectors } from '../../connectors/connectors.ts';
import { LookUpPublication, type LookUpOutcome } from '../../public.ts';
import { withAskedOptions } from './asked-options.ts';
import { FinalCalls } from './final-calls.ts';

@QueryHandler(LookUpPublication)
export class LookUpPublicationHandler implements IQueryHandler<LookUpPublication> {
  constructor(
    private readonly calls: FinalCalls,
    private readonly connectors: Connectors,
  ) {}

  async execute({ publication, refs, armedAt, besides }: LookUpPublication): Promise<LookUpOutcome> {
    const connector = this.connectors.find(publication.platform);
    if (!connector) return { kind: 'cannot-tell' };
    const ask: Parameters<FinalCalls['lookUp']>[2] = (access) =>
      connector.lookUp(access, withAskedOptions(publication, connector.descriptor), refs, armedAt);
    return this.calls.lookUp(publication, [publication, refs], ask, besides);
  }
}
