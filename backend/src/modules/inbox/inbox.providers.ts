import { CommentsToTell } from '#modules/identity/ports/comments-to-tell.ts';
import { ReadingMoney } from '#modules/integrations/ports/reading-money.ts';
import { AutoReplies } from './effects/auto-reply/auto-replies.ts';
import { AutoReplyCaps } from './read-models/auto-reply/auto-reply-caps.ts';
import { AutoReplySwitches } from './read-models/auto-reply/auto-reply-switches.ts';
import { CommentsAtHand } from './read-models/auto-reply/comments-at-hand.ts';
import { DryRunAutoReplyHandler } from './features/auto-reply/dry-run-auto-reply.query.ts';
import { FollowPlan } from './effects/auto-reply/follow-plan.process.ts';
import { HideUnwanted } from './effects/auto-reply/hide-unwanted.process.ts';
import { WriteAutoReply } from './effects/auto-reply/write-auto-reply.ts';
import { DecidedComments } from './stores/comments/decided-comments.ts';
import { MarkManyReadHandler } from './features/mark-comments/mark-many-read.command.ts';
import { NewComments } from './effects/tell-of-comments/new-comments.ts';
import { CommentGroups } from './read-models/comments/comment-groups.ts';
import { CommentPages } from './read-models/comments/comment-pages.ts';
import { CommentViews } from './read-models/comments/comment-views.ts';
import { GetCommentHandler } from './features/list-comments/get-comment.query.ts';
import { ListCommentsHandler } from './features/list-comments/list-comments.query.ts';
import { SummarizeInboxHandler } from './features/list-comments/summarize-inbox.query.ts';
import { LookUpReplyNow } from './features/reply/look-up-reply-now.ts';
import { Replies } from './effects/replies/replies.ts';
import { ReplyProof } from './effects/replies/reply-proof.ts';
import { ReplyContexts } from './effects/replies/reply-contexts.ts';
import { ReplyEffect } from './effects/replies/reply.kind.ts';
import { ReplyPreparation } from './effects/replies/reply-preparation.ts';
import { RequestReplyHandler } from './features/reply/request-reply.command.ts';
import {
  CancelReplyHandler,
  CheckReplyHandler,
  ConfirmReplyHandler,
  RetryReplyHandler,
} from './features/reply/settle-reply.commands.ts';
import { InboxMetrics } from './effects/inbox-metrics.ts';
import { AccountReading } from './effects/reading/account-reading.ts';
import { FollowAccounts } from './effects/reading/follow-accounts.process.ts';
import { FollowPosts } from './effects/reading/follow-posts.process.ts';
import { HostBudget } from './stores/reading/host-budget.ts';
import { PlatformCalls } from './effects/reading/platform-calls.ts';
import { ReadingBudget } from './stores/reading/reading-budget.ts';
import { ReadingLoop, ReadSource } from './effects/reading/reading-loop.ts';
import { ReadingRecord } from './stores/reading/reading-record.ts';
import { RecordedSightings } from './effects/reading/recorded-sightings.ts';
import { ResumePaidReading } from './effects/reading/resume-paid-reading.ts';
import { Sources } from './stores/reading/sources.ts';
import { SIMULATED_WAITS, simulatedWaits } from './effects/reading/simulated-waits.ts';
import { Sightings } from './stores/reading/sightings.ts';
import { SourceViews } from './stores/reading/source-views.ts';
import { ThreadReading } from './effects/reading/thread-reading.ts';
import { WatchedPosts } from './effects/reading/watched-posts.ts';

export const autoReplyProviders = [
  AutoReplyCaps,
  AutoReplySwitches,
  CommentsAtHand,
  WriteAutoReply,
  AutoReplies,
  FollowPlan,
  HideUnwanted,
  DryRunAutoReplyHandler,
];

/** What people are shown and told of their comments, and how they mark them. */
export const viewProviders = [
  CommentGroups,
  CommentPages,
  CommentViews,
  DecidedComments,
  GetCommentHandler,
  ListCommentsHandler,
  MarkManyReadHandler,
  NewComments,
  { provide: CommentsToTell, useExisting: NewComments },
  SummarizeInboxHandler,
];

export const replyProviders = [
  ReplyContexts,
  ReplyPreparation,
  ReplyEffect,
  Replies,
  LookUpReplyNow,
  ReplyProof,
  RequestReplyHandler,
  CheckReplyHandler,
  RetryReplyHandler,
  ConfirmReplyHandler,
  CancelReplyHandler,
];

export const readingProviders = [
  { provide: SIMULATED_WAITS, useFactory: () => simulatedWaits(process.env) },
  { provide: Sightings, useClass: RecordedSightings },
  Sources,
  SourceViews,
  WatchedPosts,
  ReadingBudget,
  { provide: ReadingMoney, useExisting: ReadingBudget },
  HostBudget,
  InboxMetrics,
  PlatformCalls,
  ReadingRecord,
  ThreadReading,
  AccountReading,
  ReadSource,
  ReadingLoop,
  ResumePaidReading,
  FollowAccounts,
  FollowPosts,
];
