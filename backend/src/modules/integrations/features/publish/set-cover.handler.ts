import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Connectors } from '../../connectors/connectors.ts';
import { refused } from '../../connectors/outcomes.ts';
import { SetCover, type CoverOutcome } from '../../public.ts';
import { UsableAccounts } from './usable-accounts.ts';

@CommandHandler(SetCover)
export class SetCoverHandler implements ICommandHandler<SetCover> {
  constructor(
    private readonly accounts: UsableAccounts,
    private readonly connectors: Connectors,
  ) {}

  execute({ target, cover, signal }: SetCover): Promise<CoverOutcome> {
    const connector = this.connectors.of(target.platform);
    return this.accounts.withAccount<CoverOutcome>(
      target,
      (access) =>
        connector.setCover
          ? connector.setCover(access, cover, signal)
          : Promise.resolve(refused('not-allowed', null, false)),
      { words: cover.remoteId },
    );
  }
}
