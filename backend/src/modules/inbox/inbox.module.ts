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
import { AutoReplyController } from './features/auto-reply/auto-reply.controller.ts';
import { autoReplies } from './read-models/auto-reply/auto-reply-table.projection.ts';
import { FollowPlan } from './effects/auto-reply/follow-plan.process.ts';
import { HideUnwanted } from './effects/auto-reply/hide-unwanted.process.ts';
import { autoReplyStream } from './domain/auto-reply/auto-reply.ts';
import { commentStream } from './domain/comment/comment.ts';
import { inboxSettingsStream } from './domain/settings/inbox-settings.ts';
import { CommentHistory } from './read-models/comments/comment-history.ts';
import { CommentsUnder } from './read-models/comments/comments-under.ts';
import { DiagnoseInboxHandler } from './features/diagnose-inbox/diagnose-inbox.query.ts';
import { ExpireWords } from './effects/expire-words/expire-words.ts';
import { CommentRows } from './features/export-comments/comment-rows.ts';
import { InboxPart } from './features/export-comments/inbox-part.ts';
import { ForgetWords } from './effects/forget-words/forget-words.ts';
import { BlockAuthorHandler } from './features/inbox-settings/block-author.command.ts';
import { ChangeInboxSettingsHandler } from './features/inbox-settings/change-inbox-settings.command.ts';
import { ShowInboxSettingsHandler } from './features/inbox-settings/show-inbox-settings.query.ts';
import { ExternalRepliesController } from './features/reply/external-replies.controller.ts';
import { CommentsController } from './features/list-comments/comments.controller.ts';
import { CommentKeys } from './effects/record-sightings/comment-keys.ts';
import { Digests } from './read-models/comments/digests.ts';
import { OwnWordsSeen } from './effects/record-sightings/own-words-seen.ts';
import { RecordSightings } from './effects/record-sightings/record-sightings.ts';
import { SeenBefore } from './effects/record-sightings/seen-before.ts';
import { InboxHousekeeping } from './effects/forget-comments.ts';
import { InboxSettingsController } from './features/inbox-settings/inbox-settings.controller.ts';
import { ModerationController } from './features/moderate/moderation.controller.ts';
import { ModerateHandler } from './features/moderate/moderate.command.ts';
import { Moderations } from './effects/moderation/moderations.ts';
import { OwnComments } from './read-models/comments/own-comments.ts';
import { commentList } from './read-models/comments/comment-list.projection.ts';
import { publicationList } from './read-models/publications/publications.projection.ts';
import { settingsList } from './read-models/settings/settings.projection.ts';
import { FollowAccounts } from './effects/reading/follow-accounts.process.ts';
import { FollowPosts } from './effects/reading/follow-posts.process.ts';
import { RepliesController } from './features/reply/replies.controller.ts';
import { ResumeWaiting } from './effects/replies/resume-waiting.process.ts';
import { inboxTimes, TIMES, type InboxTimes } from './effects/times.ts';
import { Deliveries } from './effects/reading/deliveries.ts';
import { WebhooksController } from './features/take-webhook/webhooks.controller.ts';
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
