import type { PublicEventData } from '@posthorn/contracts/external/events.http';
import type { Platform } from '@posthorn/contracts/shared/platform';
import type { AccountStepEvent } from '#modules/integrations/ports/events.ts';
import type { CommentStepEvent } from '#modules/inbox/ports/events.ts';
import type { PostStepEvent } from '#modules/scheduling/ports/events.ts';
import type { PremiumCauseEvent } from '#modules/billing/ports/events.ts';
import type { PublicEventMapping } from './public-event-mapping.ts';

export const postPublicEvents: PublicEventMapping<PostStepEvent> = {
  PostScheduled: ({ postId, scheduledFor, targets }) => ({
    type: 'post.scheduled',
    data: { postId, scheduledFor, accounts: accountsOf(targets) },
  }),
  PostEdited: ({ postId }) => ({ type: 'post.edited', data: { postId } }),
  PublishedPostEdited: ({ postId }) => ({ type: 'post.edited', data: { postId } }),
  PostTargetsChanged: ({ postId, targets }) => ({
    type: 'post.edited',
    data: { postId, accounts: accountsOf(targets) },
  }),
  PostRescheduled: ({ postId, scheduledFor }) => ({
    type: 'post.rescheduled',
    data: { postId, scheduledFor },
  }),
  ScheduleRecomputed: ({ postId, scheduledFor }) => ({
    type: 'post.rescheduled',
    data: { postId, scheduledFor },
  }),
  PostCancelled: ({ postId }) => ({ type: 'post.cancelled', data: { postId } }),
  PostArchived: ({ postId }) => ({ type: 'post.archived', data: { postId } }),
  PostRestored: ({ postId }) => ({ type: 'post.restored', data: { postId } }),
  PostPublishingStarted: ({ postId, targets }) => ({
    type: 'post.publishing',
    data: { postId, accounts: accountsOf(targets) },
  }),
};

type Accounts = PublicEventData['post.scheduled']['accounts'];
const accountsOf = (targets: Accounts): Accounts =>
  targets.map(({ accountId, platform }) => ({ accountId, platform }));

export const accountPublicEvents: PublicEventMapping<AccountStepEvent> = {
  AccountConnected: ({ accountId, platform }) => ({
    type: 'account.connected',
    data: { accountId, platform },
  }),
  AccountReconnected: ({ accountId, platform }) => ({
    type: 'account.connected',
    data: { accountId, platform },
  }),
  AccountNeedsReconnect: ({ accountId, platform, reason }) => ({
    type: 'account.needs_reconnect',
    data: { accountId, ...platformField(platform), reason },
  }),
  AccountDisconnected: ({ accountId, platform }) => ({
    type: 'account.disconnected',
    data: { accountId, ...platformField(platform) },
  }),
};

const platformField = (platform: Platform | null): Readonly<{ platform?: Platform }> =>
  platform === null ? {} : { platform };

export const commentPublicEvents: PublicEventMapping<CommentStepEvent> = {
  CommentReceived: ({ commentId, accountId, platform, postId = null, isBacklog }) => ({
    type: 'comment.received',
    data: { commentId, accountId, platform, postId, isBacklog },
  }),
  ReplySent: ({ commentId, accountId, platform, replyId, kind, attemptId, remoteId, permalink }) => ({
    type: 'reply.sent',
    data: { commentId, accountId, platform, replyId, kind, attemptId, remoteId, permalink },
  }),
  ReplyFailed: ({ commentId, accountId, platform, replyId, attemptId, reason, retryAt }) =>
    retryAt === null
      ? { type: 'reply.failed', data: { commentId, accountId, platform, replyId, attemptId, reason } }
      : null,
};

export const planPublicEvents: PublicEventMapping<PremiumCauseEvent> = {
  PremiumGranted: () => ({ type: 'plan.changed', data: { plan: 'premium' } }),
  // While another cause of Premium remains, the plan has not changed. Older events do not say which plan followed.
  PremiumEnded: ({ plan }) => (plan === 'premium' ? null : { type: 'plan.changed', data: { plan } }),
};
