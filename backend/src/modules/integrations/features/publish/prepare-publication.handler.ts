import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Providers } from '../../providers/providers.ts';
import { PreparePublication, type PrepareOutcome, type PublishRefs } from '../../public.ts';
import { AccountDesk } from './account-desk.ts';
import { storableRefs } from './storable-outcome.ts';

@CommandHandler(PreparePublication)
export class PreparePublicationHandler implements ICommandHandler<PreparePublication> {
  constructor(
    private readonly desk: AccountDesk,
    private readonly providers: Providers,
  ) {}

  execute({ publication, refs, save, signal }: PreparePublication): Promise<PrepareOutcome> {
    const provider = this.providers.of(publication.platform);
    const saveStorable = (made: PublishRefs) => save(storableRefs(made));
    return this.desk.withAccount(
      publication,
      (access) => provider.prepare(access, publication, refs, saveStorable, signal),
      [publication, refs],
    );
  }
}
