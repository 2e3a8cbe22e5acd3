import { EndPosts } from './features/delete-post/end-posts.ts';
import { DeletePostHandler } from './features/delete-post/delete-post.command.ts';
import { EditPostHandler } from './features/write-post/edit-post.command.ts';
import { PostProgress } from './read-models/posts/post-progress.ts';
import { PostQuota } from './stores/quota/post-quota.ts';
import { UnusedSlots } from './effects/quota/unused-slots.ts';
import { RestorePostHandler } from './features/restore-post/restore-post.command.ts';
import { DryRunHandler } from './features/write-post/dry-run.query.ts';
import { FitCheck } from './features/write-post/fit-check.ts';
import { OwnMedia } from './features/write-post/own-media.ts';
import { PlannedPost } from './features/write-post/planned-post.ts';
import { PostIds } from './stores/idempotency-keys/post-ids.ts';
import { PrecheckPostHandler } from './features/write-post/precheck-post.query.ts';
import { RepeatedRequests } from './stores/idempotency-keys/repeated-requests.ts';
import { Replays } from './stores/idempotency-keys/replays.ts';
import { SchedulePostHandler } from './features/write-post/schedule-post.command.ts';
import { TimeCheck } from './features/write-post/time-check.ts';
import { FollowZones } from './effects/follow-zones/follow-zones.ts';

/** Writing, moving and deleting posts, up to the moment at which publishing begins. */
export const POSTS_PROVIDERS = [
  DeletePostHandler,
  DryRunHandler,
  EndPosts,
  EditPostHandler,
  FitCheck,
  FollowZones,
  OwnMedia,
  PlannedPost,
  PostIds,
  PostProgress,
  PostQuota,
  PrecheckPostHandler,
  RepeatedRequests,
  Replays,
  RestorePostHandler,
  SchedulePostHandler,
  TimeCheck,
  UnusedSlots,
];
