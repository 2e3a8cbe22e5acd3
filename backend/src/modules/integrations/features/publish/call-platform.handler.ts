import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Providers } from '../../providers/providers.ts';
import { CallPlatform, type CallOutcome } from '../../public.ts';
import { AccountDesk } from './account-desk.ts';

@CommandHandler(CallPlatform)
export class CallPlatformHandler implements ICommandHandler<CallPlatform> {
  constructor(
    private readonly desk: AccountDesk,
    private readonly providers: Providers,
  ) {}

  async execute({ publication, refs, signal }: CallPlatform): Promise<CallOutcome> {
    const provider = this.providers.of(publication.platform);
    const outcome = await this.desk.withAccount(
      publication,
      (access) => provider.call(access, publication, refs, signal),
      [publication, refs],
    );
    if (outcome.kind === 'published') await this.desk.own(publication, outcome.remoteId);
    return outcome;
  }
}
