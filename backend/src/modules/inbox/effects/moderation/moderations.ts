import { platforms } from '@posthorn/contracts/shared/platform';
import { idempotentContext } from '#infrastructure/effects/attempt/idempotent-context.ts';
import { defineEffect } from '#infrastructure/effects/define-effect.ts';
import {
  openEffects,
  type OpenEffects,
  effectsView,
} from '#infrastructure/effects/open-effects.projection.ts';
import { AccountConnections } from '#modules/integrations/ports/account-connections.ts';
import { ModerationOnPlatforms } from '#modules/integrations/ports/moderation-on-platforms.ts';
import { ON_HOLD } from '#infrastructure/effects/publishing-hold.ts';
import type { CommentEvent } from '../../domain/comment/comment-events.ts';
import { commentStream } from '../../domain/comment/comment.ts';
import { moderationOutcome } from '../../domain/comment/moderating.ts';
import { isOfModeration, moderationMoveOf } from '../../domain/comment/moderation.ts';
import { resumeWaiting } from '../../domain/comment/replying.ts';
import { knownComment } from '../../read-models/comments/known-comment.ts';
import { TIMES } from '../times.ts';

/** Comments to hide, show or remove on their platforms. */
export const openModerations: OpenEffects<CommentEvent> = {
  name: 'inbox.open-moderations',
  table: 'inbox_moderation_due',
  category: commentStream.category,
  key: { commentId: 'bigint' },
  also: { accountId: 'bigint' },
  moveOf: (event) => {
    if (!isOfModeration(event)) return null;
    return moderationMoveOf('attemptId' in event.data ? event.data.attemptId : null, event);
  },
  // A late success of an attempt for an earlier request does not end the current request.
  isOfRow: (move, row) => move.kind !== 'done' || move.attemptId === row?.['attempt_id'],
  kept: {
    columns: { attempt_id: 'text' },
    after: (move, row) => {
      if (move.kind === 'asked') return { attempt_id: null };
      return { attempt_id: move.kind === 'started' ? move.attemptId : (row?.['attempt_id'] ?? null) };
    },
  },
  indexes: ['platform, due_at, comment_id', 'account_id'],
};

/** Hides, shows and removes comments on their platforms. */
export const Moderations = defineEffect({
  name: 'moderation',
  loop: 'inbox.moderations',
  logger: 'inbox',
  needs: { onPlatforms: ModerationOnPlatforms, accounts: AccountConnections, times: TIMES },
  rows: {
    table: effectsView('inbox_moderation_due'),
    columns: { commentId: 'bigint', accountId: 'bigint' },
    key: ['commentId'],
    // The lease lasts longer than a call may take.
    lease: ({ times }) => 2 * times.callWithin,
    paused: ON_HOLD,
  },
  readModel: ({ times }) => openEffects(openModerations, times),
  platforms,
  slots: 4,
  // Posthorn already hides the comment, so the call to the platform is not urgent.
  times: ({ times }) => ({ ...times, tick: 2 * times.tick }),
  stream: commentStream,
  streamId: ({ commentId }) => commentId,
  effectIn: (comment) => {
    const { moderation } = comment;
    const known = comment.gone === null ? knownComment(comment) : null;
    return (
      moderation && {
        effect: moderation.effect,
        task: known && { action: moderation.action, comment: known },
      }
    );
  },
  context: (at, { times }) => idempotentContext({ ...at, times }),
  // A deleted comment needs no moderation.
  prepare: (task) =>
    task
      ? { kind: 'ready', ready: task }
      : { kind: 'refused', reason: 'comment-gone', words: null, retryable: false },
  // The owner may have requested another action in the meantime.
  isStillAsked: ({ moderation, gone }, { action }) => moderation?.action === action && gone === null,
  call: async ({ action, comment }, row, { onPlatforms }, signal) => {
    const outcome = await onPlatforms.moderate(row, comment, action, signal);
    return outcome.kind === 'done' ? { kind: 'done', result: null } : outcome;
  },
  account: ({ accountId, ownerId }, { accounts }) => accounts.connectionOf(accountId, ownerId),
  events: (comment, move, row) =>
    // A reply to this comment that waits for the same account continues too.
    move.kind === 'resumed'
      ? resumeWaiting(comment, row, new Date(move.at))
      : moderationOutcome(comment, row, [move]),
});
