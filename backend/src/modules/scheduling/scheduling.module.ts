import { EventCatalog } from '#infrastructure/log/event-catalog.ts';
import { MediaModule } from '#infrastructure/media/media.module.ts';
import { MediaUses } from '#infrastructure/media/store/media-uses.ts';
import { ProcessRegistry } from '#infrastructure/processes/process-registry.ts';
import { ProjectionRegistry } from '#infrastructure/projections/projection-registry.ts';
import { Module } from '@nestjs/common';
import { postStream } from './domain/post.ts';
import { publicationStream } from './domain/publication.ts';
import { quotaStream } from './domain/quota.ts';
import { readinessChecks } from './features/check-readiness/check-table.projection.ts';
import { DeletePostHandler } from './features/delete-post/delete-post.command.ts';
import { remoteDeletions } from './features/delete-remote/deletion-table.projection.ts';
import { EditPostHandler } from './features/edit-post/edit-post.command.ts';
import { FollowZones } from './features/follow-zones/follow-zones.ts';
import {
  EndHoldHandler,
  HoldPublishingHandler,
  HoldStateHandler,
} from './features/hold-publishing/hold-publishing.handlers.ts';
import { PublishingHold } from './features/hold-publishing/publishing-hold.ts';
import { ForgottenSlots } from './features/limit-posts/forgotten-slots.ts';
import { PostQuota } from './features/limit-posts/post-quota.ts';
import { quotaList } from './features/limit-posts/quota-list.projection.ts';
import { releaseQuota } from './features/limit-posts/release-quota.process.ts';
import { NamesOfAccounts } from './features/list-posts/account-names.ts';
import { CountPostsHandler } from './features/list-posts/count-posts.query.ts';
import { GetPostHandler } from './features/list-posts/get-post.query.ts';
import { ListPostPageHandler } from './features/list-posts/list-post-page.query.ts';
import { ListPostsHandler } from './features/list-posts/list-posts.query.ts';
import { PostAsLogged } from './features/list-posts/post-as-logged.ts';
import { postList } from './features/list-posts/post-list.projection.ts';
import { PostPages } from './features/list-posts/post-pages.ts';
import { PostRows } from './features/list-posts/post-rows.ts';
import { Attachments, ATTACHMENTS } from './features/media/attachments.ts';
import { KeepMedia } from './features/media/keep-media.ts';
import { PostMedia } from './features/media/post-media.ts';
import { PostProgress } from './features/post-progress/post-progress.ts';
import { RestorePostHandler } from './features/restore-post/restore-post.command.ts';
import { resumeTargets } from './features/resume-targets/resume-targets.process.ts';
import { WaitingTargets } from './features/resume-targets/waiting-targets.ts';
import { FitCheck } from './features/schedule-post/fit-check.ts';
import { OwnMedia } from './features/schedule-post/own-media.ts';
import { PostIds } from './features/schedule-post/post-ids.ts';
import { RepeatedRequests } from './features/schedule-post/repeated-requests.ts';
import { PlannedPost } from './features/schedule-post/planned-post.ts';
import { PrecheckPostHandler } from './features/schedule-post/precheck-post.query.ts';
import { SchedulePostHandler } from './features/schedule-post/schedule-post.command.ts';
import { TimeCheck } from './features/schedule-post/time-check.ts';
import { Housekeeping } from './housekeeping.ts';
import { PostsController } from './posts.controller.ts';
import { publishingDue } from './publishing/due-table.projection.ts';
import { CrashPoints } from '#infrastructure/effects/crash-points.ts';
import { PUBLISHING_CONTROLLERS, PUBLISHING_PROVIDERS } from './publishing/publishing.providers.ts';

const POSTS = [
  CountPostsHandler,
  DeletePostHandler,
  EditPostHandler,
  EndHoldHandler,
  FitCheck,
  FollowZones,
  ForgottenSlots,
  GetPostHandler,
  HoldPublishingHandler,
  HoldStateHandler,
  ListPostPageHandler,
  ListPostsHandler,
  NamesOfAccounts,
  OwnMedia,
  PlannedPost,
  PostAsLogged,
  PostIds,
  PostPages,
  PostProgress,
  PostQuota,
  PostRows,
  PrecheckPostHandler,
  PublishingHold,
  RepeatedRequests,
  RestorePostHandler,
  SchedulePostHandler,
  TimeCheck,
];
const MEDIA = [Attachments, KeepMedia, PostMedia];

@Module({
  imports: [MediaModule],
  controllers: [PostsController, ...PUBLISHING_CONTROLLERS],
  providers: [...POSTS, ...MEDIA, ...PUBLISHING_PROVIDERS, Housekeeping],
})
export class SchedulingModule {
  constructor(
    catalog: EventCatalog,
    projections: ProjectionRegistry,
    processes: ProcessRegistry,
    quota: PostQuota,
    media: KeepMedia,
    uses: MediaUses,
    crash: CrashPoints,
    waiting: WaitingTargets,
  ) {
    catalog.add(postStream);
    catalog.add(publicationStream);
    catalog.add(quotaStream);
    projections.add(postList);
    projections.add(quotaList);
    projections.add(publishingDue(crash));
    projections.add(readinessChecks);
    projections.add(remoteDeletions);
    processes.add(releaseQuota(quota));
    processes.add(media.process);
    uses.add(ATTACHMENTS);
    processes.add(resumeTargets(waiting));
  }
}
