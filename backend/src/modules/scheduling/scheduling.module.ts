import { Global, Module } from '@nestjs/common';
import { CrashPoints } from '#infrastructure/config/crash-points.ts';
import { injected } from '#infrastructure/manifest/injected.ts';
import { manifest } from '#infrastructure/manifest/manifest.ts';
import { bindPort } from '#infrastructure/manifest/module-manifest.ts';
import { MediaModule } from '#infrastructure/media/media.module.ts';
import { MediaAllowance } from '#infrastructure/media/store/media-allowance.ts';
import { MediaUses } from '#infrastructure/media/store/media-uses.ts';
import { PlanOf } from '#modules/identity/ports/plan-of.ts';
import { PostTotals } from './ports/post-totals.ts';
import { TargetFailures } from './ports/target-failures.ts';
import { postStream } from './domain/post/post.ts';
import { publicationStream } from './domain/publication/publication.ts';
import { quotaStream } from './domain/quota/quota.ts';
import { ExternalMediaController } from './features/upload-media-from-web/external-media.controller.ts';
import { ExternalPostsController } from './features/external-posts/external-posts.controller.ts';
import { ExternalTargetsController } from './features/external-targets/external-targets.controller.ts';
import { MediaFromWeb } from './features/upload-media-from-web/media-from-web.ts';
import { SchedulingHousekeeping } from './effects/forget-requests.ts';
import { KnownPosts } from './ports/known-posts.ts';
import { ATTACHMENTS, Attachments } from './stores/post-media/attachments.ts';
import { DraftBoxes } from './stores/drafts/draft-box.ts';
import { DRAFT_FILES, DraftFiles } from './stores/drafts/draft-files.ts';
import { DraftRows } from './stores/drafts/draft-rows.ts';
import { DraftRequests } from './stores/drafts/draft-requests.ts';
import { Drafts } from './stores/drafts/drafts.ts';
import { DraftsController } from './features/own-drafts/drafts.controller.ts';
import { DuplicatePostHandler } from './features/own-drafts/duplicate-post.command.ts';
import { ListDraftsHandler } from './features/own-drafts/list-drafts.query.ts';
import { SaveDraftHandler } from './features/own-drafts/save-draft.command.ts';
import { DraftsPart } from './features/export-drafts/drafts-part.ts';
import { KeepMedia } from './effects/keep-media/keep-media.ts';
import { PostFiles } from './stores/post-media/post-media.ts';
import { DeletePostHandler } from './features/delete-post/delete-post.command.ts';
import { EditPostHandler } from './features/write-post/edit-post.command.ts';
import { DeleteOwnedPosts } from './features/delete-post/delete-owned-posts.ts';
import { PostProgress } from './read-models/posts/post-progress.ts';
import { PostsController } from './features/own-posts/posts.controller.ts';
import { PostQuota } from './stores/quota/post-quota.ts';
import { quotaList } from './read-models/quota/quota-list.projection.ts';
import { releaseQuota } from './effects/quota/release-quota.process.ts';
import { UnusedSlots } from './effects/quota/unused-slots.ts';
import { RestorePostHandler } from './features/restore-post/restore-post.command.ts';
import { DryRunHandler } from './features/write-post/dry-run.query.ts';
import { FitCheck } from './features/write-post/fit-check.ts';
import { OwnMedia } from './stores/post-media/own-media.ts';
import { PostRequestResolver } from './features/write-post/post-request-resolver.ts';
import { PostIds } from './stores/idempotency-keys/post-ids.ts';
import { PrecheckPostHandler } from './features/write-post/precheck-post.query.ts';
import { RepeatedRequests } from './stores/idempotency-keys/repeated-requests.ts';
import { Replays } from './stores/idempotency-keys/replays.ts';
import { SchedulePostHandler } from './features/write-post/schedule-post.command.ts';
import { TimeCheck } from './features/write-post/time-check.ts';
import { followZones } from './effects/follow-zones/follow-zones.process.ts';
import { FollowZones } from './effects/follow-zones/follow-zones.ts';
import { ACTION_EFFECTS } from './effects/actions/actions.ts';
import { FrozenPosts } from './effects/publish-post/frozen-posts.ts';
import { LookUpNow } from './features/settle-targets/look-up-now.ts';
import { OutgoingPublications } from './effects/publish-post/outgoing-publications.ts';
import { OwnTargets } from './read-models/targets/own-targets.ts';
import { AccountServers } from './effects/publish-post/account-servers.ts';
import { Buckets } from './effects/publish-post/buckets.ts';
import { DueRows } from './effects/publish-post/due-rows.ts';
import { publishingDue } from './read-models/due-posts/due-table.projection.ts';
import { DuplicateSearches } from './effects/publish-post/duplicate-searches.ts';
import { PublicIdSearches } from './effects/publish-post/public-id-searches.ts';
import { PlatformPauses } from './effects/publish-post/platform-pauses.ts';
import { Preparation } from './effects/publish-post/preparation.ts';
import { PublishPost } from './effects/publish-post/publish-post.kind.ts';
import { PublishingLoop } from './effects/publish-post/publishing-loop.ts';
import { PublishingMetrics } from './effects/publish-post/publishing-metrics.ts';
import { PublishingContexts } from './effects/publish-post/publishing-contexts.ts';
import { CheckReadiness, ReadinessChecks } from './effects/readiness/readiness-checks.ts';
import { readinessChecks } from './read-models/readiness/readiness-table.projection.ts';
import { CalendarController } from './features/show-calendar/calendar.controller.ts';
import { ShowCalendarHandler } from './features/show-calendar/show-calendar.query.ts';
import { ScheduleWarningsController } from './features/warn-before-scheduling/schedule-warnings.controller.ts';
import { WarnBeforeSchedulingHandler } from './features/warn-before-scheduling/warn-before-scheduling.query.ts';
import { NeighbourRows } from './read-models/posts/neighbour-rows.ts';
import { CalendarRows } from './read-models/posts/calendar-rows.ts';
import { ManyPostsController } from './features/many-posts/many-posts.controller.ts';
import { ExternalDraftsController } from './features/external-drafts/external-drafts.controller.ts';
import { ScheduleDraftHandler } from './features/write-post/schedule-draft.command.ts';
import { MovePostHandler } from './features/write-post/move-post.command.ts';
import { RetryFailedTargetsHandler } from './features/settle-targets/retry-failed-targets.command.ts';
import { DeleteRemoteHandler } from './features/delete-remote/delete-remote.command.ts';
import { RemoteDeletions } from './effects/remote-deletions/remote-deletions.ts';
import { TargetsController } from './features/settle-targets/targets.controller.ts';
import { ConfirmTargetHandler } from './features/settle-targets/confirm-target.command.ts';
import { LookUpTargetHandler } from './features/settle-targets/look-up-target.command.ts';
import { OverdueTargets } from './effects/targets/overdue-targets.ts';
import { resumeTargets } from './effects/targets/resume-targets.process.ts';
import { RetryTargetHandler } from './features/settle-targets/retry-target.command.ts';
import { OwnTargetFailures } from './read-models/targets/own-target-failures.ts';
import { WaitingTargets } from './read-models/targets/waiting-targets.ts';
import { TIMES, publishingTimes } from './effects/times.ts';
import { SchedulingPart } from './features/export-posts/scheduling-part.ts';
import { HistoryController } from './features/show-history/history.controller.ts';
import { GetHistoryHandler } from './features/show-history/history.query.ts';
import { PostStory } from './features/show-history/post-story.ts';
import { NamesOfTokens } from './features/show-history/token-actors.ts';
import { NamesOfAccounts } from './read-models/posts/account-names.ts';
import { CountScheduledOnHandler } from './features/list-posts/count-scheduled-on.query.ts';
import { GetPostHandler } from './features/list-posts/get-post.query.ts';
import { ListPostPageHandler } from './features/list-posts/list-post-page.query.ts';
import { ListPostsHandler } from './features/list-posts/list-posts.query.ts';
import { lostAccounts } from './read-models/lost-accounts/lost-accounts.projection.ts';
import { PostAsLogged } from './read-models/posts/post-as-logged.ts';
import { postList } from './read-models/posts/post-list.projection.ts';
import { PostPages } from './read-models/posts/post-pages.ts';
import { PostRows } from './read-models/posts/post-rows.ts';
import { LatestPosts } from './ports/latest-posts.ts';
import { OwnPosts } from './features/list-posts/own-posts.ts';
import { PublicPostsController } from './features/list-public-posts/public-posts.controller.ts';
import { PublicPostRows } from './read-models/posts/public-post-rows.ts';
import { ListPublicPostsHandler } from './features/list-public-posts/public-posts.queries.ts';

@Global()
@Module(
  manifest({
    name: 'scheduling',
    imports: [MediaModule],
    controllers: [
      // Must come before the routes with `:id`, which would match `public`.
      PublicPostsController,
      ...[PostsController, ManyPostsController, TargetsController, HistoryController, CalendarController],
      DraftsController,
      ScheduleWarningsController,
      ...[ExternalPostsController, ExternalTargetsController, ExternalMediaController],
      ExternalDraftsController,
    ],
    streams: [postStream, publicationStream, quotaStream],
    readModels: [
      ...[postList, lostAccounts, quotaList],
      injected([CrashPoints, TIMES], publishingDue),
      readinessChecks,
    ],
    processes: [
      injected([PostQuota], releaseQuota),
      KeepMedia,
      injected([WaitingTargets], resumeTargets),
      injected([FollowZones], (zones) => followZones(zones, process.versions.tz ?? '')),
    ],
    effects: [PublishingLoop, RemoteDeletions, ...ACTION_EFFECTS],
    leasedWork: [ReadinessChecks],
    housekeeping: [SchedulingHousekeeping],
    erasure: {
      tables: [
        { table: 'scheduling.idempotency_key', owner: 'user_id' },
        { table: 'scheduling.draft', owner: 'owner_id' },
        { table: DRAFT_FILES, owner: 'owner_id' },
      ],
      before: injected([AccountServers], (servers) => (userId) => servers.forgetOf(userId)),
    },
    erasureSteps: [DeleteOwnedPosts],
    exportParts: [SchedulingPart, DraftsPart],
    metrics: [PublishingMetrics, TimeCheck],
    offers: [
      bindPort(KnownPosts, OwnPosts),
      bindPort(LatestPosts, OwnPosts),
      bindPort(PostTotals, OwnPosts),
      bindPort(TargetFailures, OwnTargetFailures),
    ],
    registers: [
      injected([MediaUses], (uses) => {
        uses.add(ATTACHMENTS);
        uses.add(DRAFT_FILES);
      }),
      injected([MediaAllowance, PlanOf], (allowance, plans) => {
        allowance.decideBy(async (ownerId) => (await plans.entitlementsOf(ownerId)).mediaBytes);
      }),
    ],
    providers: [
      { provide: TIMES, useFactory: () => publishingTimes(process.env) },
      // Writing, moving and deleting posts, until publishing begins.
      ...[SchedulePostHandler, EditPostHandler, MovePostHandler, DeletePostHandler, RestorePostHandler],
      ...[DryRunHandler, PrecheckPostHandler, FitCheck, OwnMedia, PostRequestResolver],
      ...[PostIds, PostProgress, PostQuota, UnusedSlots, RepeatedRequests, Replays, FollowZones],
      ...[Attachments, PostFiles, MediaFromWeb],
      // Drafts.
      ...[Drafts, DraftRows, DraftBoxes, DraftFiles, DraftRequests],
      ...[SaveDraftHandler, ListDraftsHandler, DuplicatePostHandler, ScheduleDraftHandler],
      // Everything between a due row and a settled target.
      ...[DueRows, AccountServers, Buckets, OutgoingPublications, FrozenPosts, PublishingContexts],
      ...[
        PlatformPauses,
        Preparation,
        DuplicateSearches,
        PublicIdSearches,
        PublishPost,
        LookUpNow,
        CheckReadiness,
      ],
      ...[OwnTargets, WaitingTargets, OverdueTargets, LookUpTargetHandler, RetryTargetHandler],
      ...[ConfirmTargetHandler, RetryFailedTargetsHandler, DeleteRemoteHandler],
      // Reading posts.
      ...[GetPostHandler, ListPostsHandler, ListPostPageHandler, CountScheduledOnHandler],
      ...[ListPublicPostsHandler, GetHistoryHandler, ShowCalendarHandler, CalendarRows],
      ...[WarnBeforeSchedulingHandler, NeighbourRows],
      ...[PostRows, PostPages, PostAsLogged, PostStory, PublicPostRows, NamesOfAccounts, NamesOfTokens],
    ],
  }),
)
export class SchedulingModule {}
