import { PLATFORM_NAMES } from '@posthorn/contracts/shared/platform-names';
import { COMMENT_READING_TEXT } from '@posthorn/contracts/integrations/comment-reading-text';
import type { Platform } from '@posthorn/contracts/shared/platform';
import { Injectable } from '@nestjs/common';
import type { CommentConnector, KnownComment } from '#connectors/contract/comments.ts';
import { Connectors } from '#connectors/connectors.ts';
import { CommentRules, type CurrentAbilities } from '../../../ports/comment-rules.ts';
import { CommentAccounts } from './comment-accounts.ts';

/** The rules of comments, which the connectors declare. */
@Injectable()
export class ConnectorCommentRules extends CommentRules {
  constructor(
    private readonly accounts: CommentAccounts,
    private readonly connectors: Connectors,
  ) {
    super();
  }

  override abilitiesOf(platform: Platform, comments: readonly KnownComment[]): readonly CurrentAbilities[] {
    const connector = this.accounts.connectorOf(platform);
    const noAbilities: CurrentAbilities = {
      reply: 'no',
      whyNot: COMMENT_READING_TEXT.noInterface(PLATFORM_NAMES[platform]),
      openUrl: null,
      hide: 'here',
      remove: false,
    };
    return comments.map((comment) => (connector ? abilitiesNow(connector, comment) : noAbilities));
  }

  override replyLength(platform: Platform, comment: KnownComment, text: string) {
    return this.accounts.connectorOf(platform)?.replyLength(text, comment) ?? null;
  }

  override allowsAutomaticReplies(platform: Platform): boolean {
    return this.connectors.find(platform)?.descriptor.capabilities.automaticReplies ?? false;
  }
}

function abilitiesNow(connector: CommentConnector, comment: KnownComment): CurrentAbilities {
  const can = connector.can(comment);
  return can.reply === 'send' ? { ...can, replyMax: connector.replyLength('', comment).max } : can;
}
