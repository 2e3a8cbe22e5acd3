import type { Move } from '#infrastructure/effects/attempt/move.ts';
import { effectStory } from '#infrastructure/effects/effect-story.ts';
import type { ReplyDeliveryEvent } from './reply-events.ts';

/** The reply on its platform. `remoteId`: null if only a person confirmed the reply. */
export type SentReply = Readonly<{ remoteId: string | null; permalink: string | null }>;

const RESULT = ['remoteId', 'permalink'];

export const replyStory = effectStory<ReplyDeliveryEvent, SentReply>({
  asked: { type: 'ReplyRetryRequested', named: { at: 'requestedAt' } },
  started: { type: 'ReplyAttemptStarted' },
  notStarted: { type: 'ReplyAttemptNotStarted' },
  accepted: { type: 'ReplyAccepted', named: { at: 'acceptedAt' } },
  done: { type: 'ReplySent', named: { at: 'sentAt' }, result: RESULT },
  doneAgain: { type: 'ReplyDuplicateDetected', named: { at: 'detectedAt' }, result: RESULT },
  failed: { type: 'ReplyFailed' },
  unknown: { type: 'ReplyUnknown' },
  lookedUp: { type: 'ReplyLookedUp', named: { at: 'lookedUpAt' } },
  postponed: { type: 'ReplyPostponed' },
  resumed: { type: 'ReplyResumed', named: { at: 'resumedAt' } },
  cancelled: { type: 'ReplyCancelled' },
});

/** Translates an event about a reply into a move. */
export function replyMoveOf(event: ReplyDeliveryEvent): Move<SentReply> {
  if (event.type === 'ReplyPrepared') return { kind: 'prepared' };
  if (event.type !== 'ReplyRequested') return replyStory.moveOf(event);
  const { requestedAt: at, notBefore } = event.data;
  return { kind: 'asked', at, dueAt: notBefore ?? at, lookUntil: null, atOwnRisk: false };
}
