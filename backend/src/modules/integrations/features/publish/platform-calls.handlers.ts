import { CommandHandler, QueryHandler, type ICommandHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Connectors } from '../../connectors/connectors.ts';
import { refused } from '../../connectors/outcomes.ts';
import {
  CallPlatform,
  DeleteRemotePost,
  LookUpPublication,
  PreparePublication,
  SetCover,
  type CallOutcome,
  type CoverOutcome,
  type DeleteOutcome,
  type LookUpOutcome,
  type PrepareOutcome,
  type PublishRefs,
  type Unsent,
} from '../../public.ts';
import { withAskedOptions } from './asked-options.ts';
import { FinalCalls } from './final-calls.ts';
import { storableRefs } from './storable-outcome.ts';
import { UsableAccounts } from './usable-accounts.ts';

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

@CommandHandler(CallPlatform)
export class CallPlatformHandler implements ICommandHandler<CallPlatform> {
  constructor(
    private readonly calls: FinalCalls,
    private readonly connectors: Connectors,
  ) {}

  async execute({ publication, refs, signal }: CallPlatform): Promise<CallOutcome & Unsent> {
    const connector = this.connectors.of(publication.platform);
    const asked = withAskedOptions(publication, connector.descriptor);
    return this.calls.make(publication, [publication, refs], (access) =>
      connector.call(access, asked, refs, signal),
    );
  }
}

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

@CommandHandler(DeleteRemotePost)
export class DeleteRemotePostHandler implements ICommandHandler<DeleteRemotePost> {
  constructor(
    private readonly accounts: UsableAccounts,
    private readonly connectors: Connectors,
  ) {}

  execute({ target, post, signal }: DeleteRemotePost): Promise<DeleteOutcome> {
    const connector = this.connectors.of(target.platform);
    return this.accounts.withAccount<DeleteOutcome>(
      target,
      (access) =>
        connector.deletePost
          ? connector.deletePost(access, post, signal)
          : Promise.resolve(refused('cannot-delete', null, false)),
      { words: post },
    );
  }
}

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
