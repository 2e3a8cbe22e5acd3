import { Global, Inject, Module } from '@nestjs/common';
import { ExportRegistry } from '#infrastructure/readers/export-registry.ts';
import { ErasureRegistry } from '#infrastructure/readers/erasure-registry.ts';
import { EventCatalog } from '#infrastructure/event-log/event-catalog.ts';
import { ProcessRegistry } from '#infrastructure/readers/process-registry.ts';
import { ProjectionRegistry } from '#infrastructure/readers/projection-registry.ts';
import { CommentsToTell } from '#modules/identity/ports/comments-to-tell.ts';
import { ReadingMoney } from '#modules/integrations/ports/reading-money.ts';
import { StepsOfComments } from '#modules/scheduling/ports/steps-of-comments.ts';
import { AiModule } from './ai.module.ts';
import { AutoReplyController } from './auto-reply.controller.ts';
import { autoReplies } from './auto-reply/auto-reply-table.projection.ts';
import { FollowPlan } from './auto-reply/follow-plan.process.ts';
import { HideUnwanted } from './auto-reply/hide-unwanted.process.ts';
import { autoReplyStream } from './domain/auto-reply/auto-reply.ts';
import { commentStream } from './domain/comment/comment.ts';
import { inboxSettingsStream } from './domain/settings/inbox-settings.ts';
import { CommentHistory } from './features/comments-of-post/comment-history.ts';
import { CommentsUnder } from './features/comments-of-post/comments-under.ts';
import { DiagnoseInboxHandler } from './features/diagnose-inbox/diagnose-inbox.query.ts';
import { ExpireWords } from './features/expire-words/expire-words.ts';
import { CommentRows } from './features/export-comments/comment-rows.ts';
import { InboxPart } from './features/export-comments/inbox-part.ts';
import { ForgetWords } from './features/forget-words/forget-words.ts';
import { BlockAuthorHandler } from './features/inbox-settings/block-author.command.ts';
import { ChangeInboxSettingsHandler } from './features/inbox-settings/change-inbox-settings.command.ts';
import { ShowInboxSettingsHandler } from './features/inbox-settings/show-inbox-settings.query.ts';
import { ExternalRepliesController } from './external-replies.controller.ts';
import { CommentsController } from './comments.controller.ts';
import { CommentKeys } from './features/record-sightings/comment-keys.ts';
import { Digests } from './features/record-sightings/digests.ts';
import { OwnWordsSeen } from './features/record-sightings/own-words-seen.ts';
import { RecordSightings } from './features/record-sightings/record-sightings.ts';
import { SeenBefore } from './features/record-sightings/seen-before.ts';
import { InboxHousekeeping } from './housekeeping.ts';
import { InboxSettingsController } from './inbox-settings.controller.ts';
import { ModerationController } from './moderation.controller.ts';
import { ModerateHandler } from './moderation/moderate.command.ts';
import { Moderations } from './moderation/moderations.ts';
import { OwnComments } from './own-comments.ts';
import { commentList } from './read-models/comment-list.projection.ts';
import { publicationList } from './read-models/publications.projection.ts';
import { settingsList } from './read-models/settings.projection.ts';
import { FollowAccounts } from './reading/follow-accounts.process.ts';
import { FollowPosts } from './reading/follow-posts.process.ts';
import { RepliesController } from './replies.controller.ts';
import { ResumeWaiting } from './resume-waiting.process.ts';
import { inboxTimes, TIMES, type InboxTimes } from './times.ts';
import { Deliveries } from './webhooks/deliveries.ts';
import { WebhooksController } from './webhooks/webhooks.controller.ts';
import { autoReplyProviders, viewProviders, replyProviders, readingProviders } from './inbox.providers.ts';

@Global()
@Module({
  controllers: [
    ...[AutoReplyController, CommentsController, RepliesController, ModerationController],
    ...[InboxSettingsController, WebhooksController, ExternalRepliesController],
  ],
  imports: [AiModule],
  providers: [
    { provide: TIMES, useFactory: () => inboxTimes(process.env) },
    ...[CommentKeys, Digests, ExpireWords, ForgetWords, OwnWordsSeen, RecordSightings, SeenBefore],
    OwnComments,
    Deliveries,
    InboxHousekeeping,
    ...[CommentRows, InboxPart],
    ...viewProviders,
    // What the history of a post asks of its comments.
    ...[CommentsUnder, CommentHistory, { provide: StepsOfComments, useExisting: CommentHistory }],
    ...readingProviders,
    ...replyProviders,
    ...[ModerateHandler, Moderations],
    ResumeWaiting,
    ...[BlockAuthorHandler, ChangeInboxSettingsHandler, ShowInboxSettingsHandler],
    ...autoReplyProviders,
    DiagnoseInboxHandler,
  ],
  exports: [CommentsToTell, StepsOfComments, ReadingMoney],
})
export class InboxModule {
  constructor(
    catalog: EventCatalog,
    projections: ProjectionRegistry,
    processes: ProcessRegistry,
    forget: ForgetWords,
    resume: ResumeWaiting,
    accounts: FollowAccounts,
    posts: FollowPosts,
    hideUnwanted: HideUnwanted,
    plan: FollowPlan,
    exports: ExportRegistry,
    part: InboxPart,
    erasures: ErasureRegistry,
    @Inject(TIMES) times: InboxTimes,
  ) {
    catalog.add(commentStream);
    catalog.add(inboxSettingsStream);
    catalog.add(autoReplyStream);
    projections.add(commentList);
    projections.add(publicationList);
    projections.add(settingsList);
    projections.add(autoReplies(times));
    processes.add(forget.ofComments);
    processes.add(forget.ofErased);
    processes.add(resume.process);
    processes.add(accounts.process);
    processes.add(posts.process);
    processes.add(hideUnwanted.process);
    processes.add(plan.process);
    exports.add(part);
    erasures.add({
      module: 'inbox',
      tables: [
        { table: 'inbox.source', owner: 'owner_id' },
        { table: 'inbox.watched_post', owner: { by: 'account_id', of: 'inbox.source' } },
        { table: 'inbox.comment_key', owner: 'owner_id' },
        { table: 'inbox.auto_reply_claim', owner: 'owner_id' },
        { table: 'inbox.ai_use', owner: 'user_id' },
      ],
      before: (userId) => forget.allOf(userId),
    });
  }
}
