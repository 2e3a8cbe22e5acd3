import { CommandHandler, QueryHandler, type ICommandHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { CommentConnector } from '../connectors/contract/comments.ts';
import { refused } from '../connectors/outcomes.ts';
import { FinalCalls } from '../features/publish/final-calls.ts';
import { storableRefs } from '../features/publish/storable-outcome.ts';
import { UsableAccounts } from '../features/publish/usable-accounts.ts';
import type { CallOutcome, LookUpOutcome, PrepareOutcome, PublishRefs, Unsent } from '../ports/publishing.ts';
import { CommentAccounts } from './comment-accounts.ts';
import { CallReply, LookUpReply, PrepareReply } from './public.ts';

const NOT_OFFERED = refused('not-allowed', null, false);

@CommandHandler(PrepareReply)
export class PrepareReplyHandler implements ICommandHandler<PrepareReply> {
  constructor(
    private readonly accounts: UsableAccounts,
    private readonly comments: CommentAccounts,
  ) {}

  async execute({ platform, reply, refs, save, signal }: PrepareReply): Promise<PrepareOutcome> {
    const connector: CommentConnector | null = this.comments.connectorOf(platform);
    if (!connector) return NOT_OFFERED;
    const saveStorable = (made: PublishRefs) => save(storableRefs(made));
    return this.accounts.withAccount<PrepareOutcome>(
      reply,
      (access) => connector.prepareReply(access, reply, refs, saveStorable, signal),
      { words: [reply, refs], isRepeatable: true },
    );
  }
}

@CommandHandler(CallReply)
export class CallReplyHandler implements ICommandHandler<CallReply> {
  constructor(
    private readonly calls: FinalCalls,
    private readonly comments: CommentAccounts,
  ) {}

  async execute({ platform, reply, refs, signal }: CallReply): Promise<CallOutcome & Unsent> {
    const connector = this.comments.connectorOf(platform);
    if (!connector) return { ...NOT_OFFERED, unsent: true };
    return this.calls.make(reply, [reply, refs], (access) => connector.reply(access, reply, refs, signal));
  }
}

@QueryHandler(LookUpReply)
export class LookUpReplyHandler implements IQueryHandler<LookUpReply> {
  constructor(
    private readonly calls: FinalCalls,
    private readonly comments: CommentAccounts,
  ) {}

  async execute({ platform, reply, refs, armedAt }: LookUpReply): Promise<LookUpOutcome> {
    const connector = this.comments.connectorOf(platform);
    if (!connector) return { kind: 'cannot-tell' };
    return this.calls.lookUp(reply, [reply, refs], (access) =>
      connector.lookUpReply(access, reply, refs, armedAt),
    );
  }
}
