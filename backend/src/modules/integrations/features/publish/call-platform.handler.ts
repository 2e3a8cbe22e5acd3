import { CallNotMade } from '#infrastructure/effects/call-not-made.ts';
import { watchRequests } from '#infrastructure/outgoing/request-watch.ts';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Connectors } from '../../connectors/connectors.ts';
import type { AccountAccess } from '../../connectors/contract/connector.ts';
import { CallPlatform, type CallOutcome, type Unsent } from '../../public.ts';
import { withAskedOptions } from './asked-options.ts';
import { UsableAccounts } from './usable-accounts.ts';

@CommandHandler(CallPlatform)
export class CallPlatformHandler implements ICommandHandler<CallPlatform> {
  constructor(
    private readonly accounts: UsableAccounts,
    private readonly connectors: Connectors,
  ) {}

  async execute({ publication, refs, signal }: CallPlatform): Promise<CallOutcome & Unsent> {
    const connector = this.connectors.of(publication.platform);
    const asked = withAskedOptions(publication, connector.descriptor);
    let begun = false;
    const claimed = new Set<string>();
    const step = (access: AccountAccess) => {
      begun = true;
      const claim = async (remoteId: string) => {
        const isOurs = await access.claim(remoteId);
        if (isOurs) claimed.add(remoteId);
        return isOurs;
      };
      return connector.call({ ...access, claim }, asked, refs, signal);
    };
    const { result: outcome, sent } = await watchRequests(() =>
      this.accounts.withAccount(publication, step, { words: [publication, refs] }),
    ).catch((error: unknown) => {
      throw begun ? error : new CallNotMade(error);
    });
    if (outcome.kind === 'published' && !claimed.has(outcome.remoteId))
      await this.accounts.own(publication, outcome.remoteId);
    const isUnsent = !sent && (outcome.kind === 'refused' || outcome.kind === 'postponed');
    return isUnsent ? { ...outcome, unsent: true } : outcome;
  }
}
