import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Connectors } from '../../connectors/connectors.ts';
import { PreparePublication, type PrepareOutcome, type PublishRefs } from '../../public.ts';
import { withAskedOptions } from './asked-options.ts';
import { UsableAccounts } from './usable-accounts.ts';
import { storableRefs } from './storable-outcome.ts';

@CommandHandler(PreparePublication)
export class PreparePublicationHandler implements ICommandHandler<PreparePublication> {
  constructor(
    private readonly accounts: UsableAccounts,
    private readonly connectors: Connectors,
  ) {}

  execute({ publication, refs, save, signal }: PreparePublication): Promise<PrepareOutcome> {
    const connector = this.connectors.of(publication.platform);
    const asked = withAskedOptions(publication, connector.descriptor);
    const saveStorable = (made: PublishRefs) => save(storableRefs(made));
    return this.accounts.withAccount(
      publication,
      (access) => connector.prepare(access, asked, refs, saveStorable, signal),
      { words: [publication, refs], isRepeatable: true },
    );
  }
}
