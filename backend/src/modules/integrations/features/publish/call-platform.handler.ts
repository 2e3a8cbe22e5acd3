import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Providers } from '../../providers/providers.ts';
import type { AccountAccess } from '../../providers/social-provider.ts';
import { CallPlatform, PlatformNotCalled, type CallOutcome } from '../../public.ts';
import { AccountDesk } from './account-desk.ts';

@CommandHandler(CallPlatform)
export class CallPlatformHandler implements ICommandHandler<CallPlatform> {
  constructor(
    private readonly desk: AccountDesk,
    private readonly providers: Providers,
  ) {}

  async execute({ publication, refs, signal }: CallPlatform): Promise<CallOutcome> {
    const provider = this.providers.of(publication.platform);
    let begun = false;
    const step = (access: AccountAccess) => {
      begun = true;
      return provider.call(access, publication, refs, signal);
    };
    const outcome = await this.desk
      .withAccount(publication, step, [publication, refs])
      .catch((error: unknown) => {
        throw begun ? error : new PlatformNotCalled(error);
      });
    if (outcome.kind === 'published') await this.desk.own(publication, outcome.remoteId);
    return outcome;
  }
}
