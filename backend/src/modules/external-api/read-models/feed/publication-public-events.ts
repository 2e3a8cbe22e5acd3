import type { PublicationStepEvent } from '#modules/scheduling/ports/events.ts';
import { RECONNECT } from '#infrastructure/effects/attempt/effect.ts';
import type { PublicEventMapping } from './public-event-mapping.ts';

type Target = Pick<PublicationStepEvent['data'], 'postId' | 'accountId' | 'platform'>;

/** The same states as on screens: a cancelled publication has failed. A publication that waits for a reconnected account has no next time. */
export const publicationPublicEvents: PublicEventMapping<PublicationStepEvent> = {
  PlatformPublished: ({ attemptId, remoteId, permalink, ...of }) => ({
    type: 'publication.published',
    data: { ...targetOf(of), attemptId, remoteId, permalink },
  }),
  PublishAccepted: ({ attemptId, nextAt, ...of }) => ({
    type: 'publication.accepted',
    data: { ...targetOf(of), attemptId, nextAt },
  }),
  PlatformPublishFailed: ({ attemptId, reason, retryAt, ...of }) =>
    retryAt === null
      ? { type: 'publication.failed', data: { ...targetOf(of), attemptId, reason } }
      : { type: 'publication.retrying', data: { ...targetOf(of), attemptId, reason, nextAt: retryAt } },
  PublicationCancelled: ({ reason, ...of }) => ({
    type: 'publication.failed',
    data: { ...targetOf(of), attemptId: null, reason },
  }),
  PlatformPublishUnknown: ({ attemptId, cause, nextAt, ...of }) => ({
    type: 'publication.unknown',
    data: { ...targetOf(of), attemptId, reason: cause, nextAt },
  }),
  // While another look-up is planned, the public state does not change.
  PublishLookedUp: ({ attemptId, nextAt, ...of }) =>
    nextAt === null
      ? { type: 'publication.unknown', data: { ...targetOf(of), attemptId, reason: null, nextAt } }
      : null,
  PublishPostponed: ({ attemptId, reason, until, ...of }) => ({
    type: 'publication.postponed',
    data: { ...targetOf(of), attemptId, reason, nextAt: reason === RECONNECT ? null : until },
  }),
  // With `lookUntil`, the worker first looks the post up, so the state stays unknown.
  PublishRetryRequested: ({ requestedAt, lookUntil, nextAt = requestedAt, ...of }) => ({
    type: lookUntil === undefined ? 'publication.retrying' : 'publication.unknown',
    data: { ...targetOf(of), attemptId: null, reason: null, nextAt },
  }),
  PublicationResumed: ({ nextAt, ...of }) =>
    nextAt === null
      ? null
      : {
          type: 'publication.retrying',
          data: { ...targetOf(of), attemptId: null, reason: null, nextAt },
        },
  PublicationWarned: ({ code, dueAt, ...of }) => ({
    type: 'publication.warned',
    data: { ...targetOf(of), reason: code, nextAt: dueAt },
  }),
  RemotePostDeleted: (of) => ({ type: 'publication.deleted', data: targetOf(of) }),
};

const targetOf = ({ postId, accountId, platform }: Target): Target => ({ postId, accountId, platform });
