import { ExportRegistry } from '#infrastructure/readers/export-registry.ts';
import { ErasureSteps } from '#infrastructure/personal-data/erasure/erasure-steps.ts';
import { ErasureRegistry } from '#infrastructure/readers/erasure-registry.ts';
import { EventCatalog } from '#infrastructure/event-log/event-catalog.ts';
import { MediaModule } from '#infrastructure/media/media.module.ts';
import { MediaAllowance } from '#infrastructure/media/store/media-allowance.ts';
import { MediaUses } from '#infrastructure/media/store/media-uses.ts';
import { ProcessRegistry } from '#infrastructure/readers/process-registry.ts';
import { ProjectionRegistry } from '#infrastructure/readers/projection-registry.ts';
import { Global, Inject, Module } from '@nestjs/common';
import { PostTotals } from '#modules/identity/ports/post-totals.ts';
import { TroublesOfTargets } from '#modules/identity/ports/troubles-of-targets.ts';
import { UserEntitlements } from '#modules/billing/ports/user-entitlements.ts';
import { CrashPoints } from '#infrastructure/config/crash-points.ts';
import { postStream } from './domain/post/post.ts';
import { publicationStream } from './domain/publication/publication.ts';
import type { PublishingTimes } from './domain/publication/publishing-times.ts';
import { quotaStream } from './domain/quota/quota.ts';
import { ExternalMediaController } from './features/upload-media-from-web/external-media.controller.ts';
import { ExternalPostsController } from './features/external-posts/external-posts.controller.ts';
import { ExternalTargetsController } from './features/external-targets/external-targets.controller.ts';
import { MediaFromWeb } from './features/upload-media-from-web/media-from-web.ts';
import { SchedulingHousekeeping } from './effects/forget-requests.ts';
import { Attachments, ATTACHMENTS } from './stores/post-media/attachments.ts';
import { KeepMedia } from './effects/keep-media/keep-media.ts';
import { PostMedia } from './stores/post-media/post-media.ts';
import { KnownPosts } from './ports/known-posts.ts';
import { EndPosts } from './features/delete-post/end-posts.ts';
import { PostsController } from './features/own-posts/posts.controller.ts';
import { POSTS_PROVIDERS } from './posts.providers.ts';
import { PostQuota } from './stores/quota/post-quota.ts';
import { quotaList } from './read-models/quota/quota-list.projection.ts';
import { releaseQuota } from './effects/quota/release-quota.process.ts';
import { AccountServers } from './effects/publish-post/account-servers.ts';
import { publishingDue } from './read-models/due-posts/due-table.projection.ts';
import { PUBLISHING_PROVIDERS } from './publishing.providers.ts';
import { readinessChecks } from './read-models/readiness/readiness-table.projection.ts';
import { TIMES } from './effects/times.ts';
import { TargetsController } from './features/settle-targets/targets.controller.ts';
import { resumeTargets } from './effects/targets/resume-targets.process.ts';
import { WaitingTargets } from './read-models/targets/waiting-targets.ts';
import { SchedulingPart } from './features/export-posts/scheduling-part.ts';
import { PublicPostsController } from './features/list-public-posts/public-posts.controller.ts';
import { HistoryController } from './features/show-history/history.controller.ts';
import { lostAccounts } from './read-models/lost-accounts/lost-accounts.projection.ts';
import { postList } from './read-models/posts/post-list.projection.ts';
import { VIEWS_PROVIDERS } from './views.providers.ts';

const MEDIA = [Attachments, KeepMedia, PostMedia];

@Global()
@Module({
  imports: [MediaModule],
  controllers: [
    // Before those with `:id`, which would take `public` for one.
    PublicPostsController,
    PostsController,
    TargetsController,
    HistoryController,
    ExternalPostsController,
    ExternalTargetsController,
    ExternalMediaController,
  ],
  providers: [
    ...POSTS_PROVIDERS,
    ...PUBLISHING_PROVIDERS,
    ...VIEWS_PROVIDERS,
    ...MEDIA,
    MediaFromWeb,
    SchedulingHousekeeping,
  ],
  exports: [KnownPosts, PostTotals, TroublesOfTargets],
})
export class SchedulingModule {
  constructor(
    catalog: EventCatalog,
    projections: ProjectionRegistry,
    processes: ProcessRegistry,
    quota: PostQuota,
    media: KeepMedia,
    uses: MediaUses,
    allowance: MediaAllowance,
    plans: UserEntitlements,
    crash: CrashPoints,
    waiting: WaitingTargets,
    exports: ExportRegistry,
    part: SchedulingPart,
    erasures: ErasureRegistry,
    servers: AccountServers,
    steps: ErasureSteps,
    endPosts: EndPosts,
    @Inject(TIMES) times: PublishingTimes,
  ) {
    catalog.add(postStream);
    catalog.add(publicationStream);
    catalog.add(quotaStream);
    projections.add(postList);
    projections.add(lostAccounts);
    projections.add(quotaList);
    projections.add(publishingDue(crash, times));
    projections.add(readinessChecks);
    processes.add(releaseQuota(quota));
    processes.add(media.process);
    uses.add(ATTACHMENTS);
    allowance.decideBy(async (ownerId) => (await plans.of(ownerId)).mediaBytes);
    processes.add(resumeTargets(waiting));
    exports.add(part);
    steps.add(endPosts.step);
    erasures.add({
      module: 'scheduling',
      tables: [{ table: 'scheduling.idempotency_key', owner: 'user_id' }],
      before: (userId) => servers.forgetOf(userId),
    });
  }
}
