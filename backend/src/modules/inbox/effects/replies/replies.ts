import { platforms } from '@posthorn/contracts/shared/platform';
import { defineEffectLoop } from '#infrastructure/effects/define-effect.ts';
import {
  openEffects,
  type OpenEffects,
  effectsView,
} from '#infrastructure/effects/open-effects.projection.ts';
import { ON_HOLD } from '#infrastructure/effects/publishing-hold.ts';
import type { CommentEvent } from '../../domain/comment/comment-events.ts';
import { commentStream } from '../../domain/comment/comment.ts';
import { isReplyDeliveryEvent } from '../../domain/comment/reply-events.ts';
import { replyMoveOf } from '../../domain/comment/reply-moves.ts';
import { TIMES } from '../times.ts';
import { ReplyEffect } from './reply.kind.ts';

/** Comments whose last reply is still open. */
export const openReplies: OpenEffects<CommentEvent> = {
  name: 'inbox.open-replies',
  table: 'inbox_reply_due',
  category: commentStream.category,
  key: { commentId: 'bigint' },
  also: { replyId: 'uuid', accountId: 'bigint' },
  moveOf: (event) => (isReplyDeliveryEvent(event) ? replyMoveOf(event) : null),
  // Only the last reply of a comment needs work. A request adds the row; a retry adds the row again after the reply has ended.
  isOfRow: (_, row, event) => {
    if (!isReplyDeliveryEvent(event) || event.type === 'ReplyRequested') return true;
    return row ? row['reply_id'] === event.data.replyId : event.type === 'ReplyRetryRequested';
  },
  indexes: ['platform, due_at, comment_id', 'account_id'],
};

/** Sends the requested replies. */
export const Replies = defineEffectLoop({
  name: 'reply',
  loop: 'inbox.replies',
  logger: 'inbox',
  needs: { kind: ReplyEffect, times: TIMES },
  rows: {
    table: effectsView('inbox_reply_due'),
    columns: { commentId: 'bigint', accountId: 'bigint' },
    key: ['commentId'],
    lease: ({ times }) => times.lease,
    paused: ON_HOLD,
  },
  readModel: ({ times }) => openEffects(openReplies, times),
  kind: ({ kind }) => kind,
  platforms,
  // Replies have their own slots, so that many posts do not delay them.
  slots: 8,
  times: ({ times }) => times,
});
