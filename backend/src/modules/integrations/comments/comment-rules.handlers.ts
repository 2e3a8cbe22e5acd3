import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { COMMENT_READING_TEXT } from '@posthorn/contracts/integrations/comment-reading-text';
import type { CommentConnector } from '../connectors/contract/comments.ts';
import { Connectors } from '../connectors/connectors.ts';
import { CommentAccounts } from './comment-accounts.ts';
import {
  AbilitiesOf,
  AllowsAutomaticReplies,
  PlatformNameOf,
  ReplyLengthOf,
  ReplyRepetitionOf,
  type AbilitiesNow,
  type KnownComment,
  type ReplyRepetition,
} from './public.ts';

@QueryHandler(AbilitiesOf)
export class AbilitiesOfHandler implements IQueryHandler<AbilitiesOf> {
  constructor(
    private readonly accounts: CommentAccounts,
    private readonly connectors: Connectors,
  ) {}

  execute({ platform, comments }: AbilitiesOf): Promise<readonly AbilitiesNow[]> {
    const connector = this.accounts.connectorOf(platform);
    const name = this.connectors.find(platform)?.descriptor.name ?? platform;
    const none: AbilitiesNow = {
      reply: 'no',
      whyNot: COMMENT_READING_TEXT.noInterface(name),
      openUrl: null,
      hide: 'here',
      remove: false,
    };
    return Promise.resolve(comments.map((comment) => (connector ? abilitiesNow(connector, comment) : none)));
  }
}

function abilitiesNow(connector: CommentConnector, comment: KnownComment): AbilitiesNow {
  const can = connector.can(comment);
  return can.reply === 'send' ? { ...can, replyMax: connector.replyLength('', comment).max } : can;
}

@QueryHandler(AllowsAutomaticReplies)
export class AllowsAutomaticRepliesHandler implements IQueryHandler<AllowsAutomaticReplies> {
  constructor(private readonly connectors: Connectors) {}

  execute({ platform }: AllowsAutomaticReplies): Promise<boolean> {
    const { automaticReplies = false } = this.connectors.find(platform)?.descriptor.capabilities ?? {};
    return Promise.resolve(automaticReplies);
  }
}

@QueryHandler(ReplyLengthOf)
export class ReplyLengthOfHandler implements IQueryHandler<ReplyLengthOf> {
  constructor(private readonly accounts: CommentAccounts) {}

  execute({
    platform,
    comment,
    text,
  }: ReplyLengthOf): Promise<Readonly<{ used: number; max: number }> | null> {
    return Promise.resolve(this.accounts.connectorOf(platform)?.replyLength(text, comment) ?? null);
  }
}

@QueryHandler(ReplyRepetitionOf)
export class ReplyRepetitionOfHandler implements IQueryHandler<ReplyRepetitionOf> {
  constructor(private readonly accounts: CommentAccounts) {}

  execute({ platform }: ReplyRepetitionOf): Promise<ReplyRepetition> {
    const connector = this.accounts.connectorOf(platform);
    return Promise.resolve({
      rule: connector?.replyRule ?? 'never',
      visibility: 1000 * (connector?.replyVisibilitySeconds ?? 0),
      isHarmlessWhenLate: connector?.lateReplyIsHarmless ?? false,
    });
  }
}

@QueryHandler(PlatformNameOf)
export class PlatformNameOfHandler implements IQueryHandler<PlatformNameOf> {
  constructor(private readonly connectors: Connectors) {}

  execute({ platform }: PlatformNameOf): Promise<string> {
    return Promise.resolve(this.connectors.find(platform)?.descriptor.name ?? platform);
  }
}
