import { CommentsToTell } from '#modules/identity/ports/comments-to-tell.ts';
import { ReadingMoney } from '#modules/integrations/ports/reading-money.ts';
import { AutoReplies } from './auto-reply/auto-replies.ts';
import { AutoReplyCaps } from './auto-reply/auto-reply-caps.ts';
import { AutoReplySwitches } from './auto-reply/auto-reply-switches.ts';
import { CommentsAtHand } from './auto-reply/comments-at-hand.ts';
import { DryRunAutoReplyHandler } from './auto-reply/dry-run-auto-reply.query.ts';
import { FollowPlan } from './auto-reply/follow-plan.process.ts';
import { HideUnwanted } from './auto-reply/hide-unwanted.process.ts';
import { WriteAutoReply } from './auto-reply/write-auto-reply.ts';
import { DecidedComments } from './features/decided-comments.ts';
import { MarkManyReadHandler } from './features/mark-comments/mark-many-read.command.ts';
import { NewComments } from './features/tell-of-comments/new-comments.ts';
import { CommentGroups } from './features/list-comments/comment-groups.ts';
import { CommentPages } from './features/list-comments/comment-pages.ts';
import { CommentViews } from './features/list-comments/comment-views.ts';
import { GetCommentHandler } from './features/list-comments/get-comment.query.ts';
import { ListCommentsHandler } from './features/list-comments/list-comments.query.ts';
import { SummarizeInboxHandler } from './features/list-comments/summarize-inbox.query.ts';
import { LookUpReplyNow } from './replies/look-up-reply-now.ts';
import { Replies } from './replies/replies.ts';
import { ReplyProof } from './replies/reply-proof.ts';
import { ReplyContexts } from './replies/reply-contexts.ts';
import { ReplyEffect } from './replies/reply.kind.ts';
import { ReplyPreparation } from './replies/reply-preparation.ts';
import { RequestReplyHandler } from './replies/request-reply.command.ts';
import {
  CancelReplyHandler,
  CheckReplyHandler,
  ConfirmReplyHandler,
  RetryReplyHandler,
} from './replies/settle-reply.commands.ts';
import { InboxMetrics } from './inbox-metrics.ts';
import { AccountReading } from './reading/account-reading.ts';
import { FollowAccounts } from './reading/follow-accounts.process.ts';
import { FollowPosts } from './reading/follow-posts.process.ts';
import { HostBudget } from './reading/host-budget.ts';
import { PlatformCalls } from './reading/platform-calls.ts';
import { ReadingBudget } from './reading/reading-budget.ts';
import { ReadingLoop, ReadSource } from './reading/reading-loop.ts';
import { ReadingRecord } from './reading/reading-record.ts';
import { RecordedSightings } from './reading/recorded-sightings.ts';
import { ResumePaidReading } from './reading/resume-paid-reading.ts';
import { Sources } from './reading/sources.ts';
import { SIMULATED_WAITS, simulatedWaits } from './reading/simulated-waits.ts';
import { Sightings } from './reading/sightings.ts';
import { SourceViews } from './reading/source-views.ts';
import { ThreadReading } from './reading/thread-reading.ts';
import { WatchedPosts } from './reading/watched-posts.ts';

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
