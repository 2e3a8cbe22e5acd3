import { Global, Module } from '@nestjs/common';
import { injected } from '#infrastructure/manifest/injected.ts';
import { manifest } from '#infrastructure/manifest/manifest.ts';
import { bindPort } from '#infrastructure/manifest/module-manifest.ts';
import { CommentsToReport } from './ports/comments-to-report.ts';
import { PaidReadBudget } from '#modules/integrations/ports/paid-read-budget.ts';
import { StepsOfComments } from '#modules/scheduling/ports/steps-of-comments.ts';
import { AiModule } from './ai.module.ts';
import { AutoReplyController } from './features/auto-reply/auto-reply.controller.ts';
import { AutoReplies } from './effects/auto-reply/auto-replies.ts';
import { AutoReplyCaps } from './read-models/auto-reply/auto-reply-caps.ts';
import { AutoRepliesDue } from './read-models/auto-reply/auto-replies-due.ts';
import { AutoReplyForecasts } from './read-models/auto-reply/auto-reply-forecasts.ts';
import { AutoReplySwitches } from './read-models/auto-reply/auto-reply-switches.ts';
import { autoReplies } from './read-models/auto-reply/auto-reply-table.projection.ts';
import { CommentContext } from './read-models/auto-reply/comment-context.ts';
import { DryRunAutoReplyHandler } from './features/auto-reply/dry-run-auto-reply.query.ts';
import { AutoRepliesFollowPlan } from './effects/auto-reply/follow-plan.process.ts';
import { HideUnwanted } from './effects/auto-reply/hide-unwanted.process.ts';
import { WriteAutoReply } from './effects/auto-reply/write-auto-reply.ts';
import { CommentsController } from './features/list-comments/comments.controller.ts';
import { autoReplyStream } from './domain/auto-reply/auto-reply.ts';
import { commentStream } from './domain/comment/comment.ts';
import { inboxSettingsStream } from './domain/settings/inbox-settings.ts';
import { ExternalRepliesController } from './features/reply/external-replies.controller.ts';
import { CommentHistory } from './read-models/comments/comment-history.ts';
import { CommentsOfPost } from './read-models/comments/comments-of-post.ts';
import { OwnerDecisions } from './stores/comments/owner-decisions.ts';
import { DiagnoseInboxHandler } from './features/diagnose-inbox/diagnose-inbox.query.ts';
import { ExpireWords } from './effects/expire-words/expire-words.ts';
import { CommentRows } from './features/export-comments/comment-rows.ts';
import { InboxPart } from './features/export-comments/inbox-part.ts';
import { ForgetWords } from './effects/forget-words/forget-words.ts';
import { BlockAuthorHandler } from './features/inbox-settings/block-author.command.ts';
import { ChangeInboxSettingsHandler } from './features/inbox-settings/change-inbox-settings.command.ts';
import { ShowInboxSettingsHandler } from './features/inbox-settings/show-inbox-settings.query.ts';
import { AutoRepliesToCome } from './read-models/comments/auto-replies-to-come.ts';
import { CommentGroups } from './read-models/comments/comment-groups.ts';
import { CommentPages } from './read-models/comments/comment-pages.ts';
import { CommentViews } from './read-models/comments/comment-views.ts';
import { GetCommentHandler } from './features/list-comments/get-comment.query.ts';
import { ListCommentsHandler } from './features/list-comments/list-comments.query.ts';
import { SummarizeInboxHandler } from './features/list-comments/summarize-inbox.query.ts';
import { MarkManyReadHandler } from './features/mark-comments/mark-many-read.command.ts';
import { CommentKeys } from './effects/record-comments/comment-keys.ts';
import { Digests } from './read-models/comments/digests.ts';
import { OwnReplyRecorder } from './effects/record-comments/own-reply-recorder.ts';
import { RecordComments } from './effects/record-comments/record-comments.ts';
import { KnownComments } from './effects/record-comments/known-comments.ts';
import { NewComments } from './effects/report-comments/new-comments.ts';
import { InboxHousekeeping } from './effects/forget-comments.ts';
import { InboxMetrics } from './effects/inbox-metrics.ts';
import { InboxSettingsController } from './features/inbox-settings/inbox-settings.controller.ts';
import { ModerationController } from './features/moderate/moderation.controller.ts';
import { ModerateHandler } from './features/moderate/moderate.command.ts';
import { Moderations } from './effects/moderation/moderations.ts';
import { OwnComments } from './read-models/comments/own-comments.ts';
import { commentList } from './read-models/comments/comment-list.projection.ts';
import { publicationList } from './read-models/publications/publications.projection.ts';
import { settingsList } from './read-models/settings/settings.projection.ts';
import { AccountReading } from './effects/reading/account-reading.ts';
import { FollowAccounts } from './effects/reading/follow-accounts.process.ts';
import { FollowPosts } from './effects/reading/follow-posts.process.ts';
import { HostBudget } from './stores/reading/host-budget.ts';
import { PlatformCalls } from './effects/reading/platform-calls.ts';
import { ReadingBudget } from './stores/reading/reading-budget.ts';
import { ReadAccount, ReadingLoop } from './effects/reading/reading-loop.ts';
import { ReadingRecord } from './stores/reading/reading-record.ts';
import { InboxCommentRecorder } from './effects/reading/inbox-comment-recorder.ts';
import { ResumePaidReading } from './effects/reading/resume-paid-reading.ts';
import { CommentRecorder } from './stores/reading/comment-recorder.ts';
import { SIMULATED_WAITS, simulatedWaits } from './effects/reading/simulated-waits.ts';
import { SourceViews } from './stores/reading/source-views.ts';
import { Sources } from './stores/reading/sources.ts';
import { ThreadReading } from './effects/reading/thread-reading.ts';
import { WatchedPosts } from './effects/reading/watched-posts.ts';
import { RepliesController } from './features/reply/replies.controller.ts';
import { LookUpReplyNow } from './features/reply/look-up-reply-now.ts';
import { Replies } from './effects/replies/replies.ts';
import { ReplyContexts } from './effects/replies/reply-contexts.ts';
import { ReplyPreparation } from './effects/replies/reply-preparation.ts';
import { ReplyProof } from './effects/replies/reply-proof.ts';
import { ReplyEffect } from './effects/replies/reply.kind.ts';
import { RequestReplyHandler } from './features/reply/request-reply.command.ts';
import {
  CancelReplyHandler,
  CheckReplyHandler,
  ConfirmReplyHandler,
  RetryReplyHandler,
} from './features/reply/settle-reply.commands.ts';
import { ResumeWaiting } from './effects/replies/resume-waiting.process.ts';
import { TIMES, inboxTimes } from './effects/times.ts';
import { IncomingDeliveries } from './effects/reading/deliveries.ts';
import { PlatformWebhooksController } from './features/take-webhook/webhooks.controller.ts';

@Global()
@Module(
  manifest({
    name: 'inbox',
    imports: [AiModule],
    controllers: [
      ...[AutoReplyController, CommentsController, RepliesController, ModerationController],
      ...[InboxSettingsController, PlatformWebhooksController, ExternalRepliesController],
    ],
    streams: [commentStream, inboxSettingsStream, autoReplyStream],
    readModels: [commentList, publicationList, settingsList, injected([TIMES], autoReplies)],
    processes: [
      injected([ForgetWords], ({ ofComments }) => ofComments),
      injected([ForgetWords], ({ ofErased }) => ofErased),
      ...[ResumeWaiting, FollowAccounts, FollowPosts, HideUnwanted, AutoRepliesFollowPlan],
    ],
    effects: [Replies, Moderations],
    leasedWork: [ReadingLoop, AutoReplies],
    housekeeping: [InboxHousekeeping],
    erasure: {
      tables: [
        { table: 'inbox.source', owner: 'owner_id' },
        { table: 'inbox.watched_post', owner: { by: 'account_id', of: 'inbox.source' } },
        { table: 'inbox.comment_key', owner: 'owner_id' },
        { table: 'inbox.auto_reply_claim', owner: 'owner_id' },
        { table: 'inbox.ai_use', owner: 'user_id' },
      ],
      before: injected([ForgetWords], (forget) => (userId) => forget.allOf(userId)),
    },
    exportParts: [InboxPart],
    metrics: [InboxMetrics],
    offers: [
      bindPort(CommentsToReport, NewComments),
      bindPort(StepsOfComments, CommentHistory),
      bindPort(PaidReadBudget, ReadingBudget),
    ],
    providers: [
      { provide: TIMES, useFactory: () => inboxTimes(process.env) },
      { provide: SIMULATED_WAITS, useFactory: () => simulatedWaits(process.env) },
      { provide: CommentRecorder, useClass: InboxCommentRecorder },
      // Classes that read and record comments.
      ...[Sources, SourceViews, WatchedPosts, HostBudget, PlatformCalls, ReadingRecord],
      ...[ThreadReading, AccountReading, ReadAccount, ResumePaidReading, IncomingDeliveries],
      ...[CommentKeys, Digests, ExpireWords, ForgetWords, OwnReplyRecorder, RecordComments, KnownComments],
      // Classes that show comments, and change comments and settings.
      ...[CommentGroups, CommentPages, CommentViews, CommentRows, CommentsOfPost, OwnerDecisions],
      ...[GetCommentHandler, ListCommentsHandler, MarkManyReadHandler, SummarizeInboxHandler],
      ...[OwnComments, ModerateHandler, BlockAuthorHandler],
      ...[ChangeInboxSettingsHandler, ShowInboxSettingsHandler, DiagnoseInboxHandler],
      // Classes that send replies.
      ...[ReplyContexts, ReplyPreparation, ReplyEffect, LookUpReplyNow, ReplyProof],
      ...[RequestReplyHandler, CheckReplyHandler, RetryReplyHandler, ConfirmReplyHandler, CancelReplyHandler],
      ...[AutoReplyCaps, AutoReplySwitches, CommentContext, WriteAutoReply, DryRunAutoReplyHandler],
      AutoReplyForecasts,
      { provide: AutoRepliesToCome, useClass: AutoRepliesDue },
    ],
  }),
)
export class InboxModule {}
