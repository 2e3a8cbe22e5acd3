import { EndPosts } from './end-all/end-posts.ts';
import { DeletePostHandler } from './delete/delete-post.command.ts';
import { EditPostHandler } from './edit/edit-post.command.ts';
import { PostProgress } from './post-progress.ts';
import { PostQuota } from './quota/post-quota.ts';
import { UnusedSlots } from './quota/unused-slots.ts';
import { RestorePostHandler } from './restore/restore-post.command.ts';
import { DryRunHandler } from './schedule/dry-run.query.ts';
import { FitCheck } from './schedule/fit-check.ts';
import { OwnMedia } from './schedule/own-media.ts';
import { PlannedPost } from './schedule/planned-post.ts';
import { PostIds } from './schedule/post-ids.ts';
import { PrecheckPostHandler } from './schedule/precheck-post.query.ts';
import { RepeatedRequests } from './schedule/repeated-requests.ts';
import { Replays } from './schedule/replays.ts';
import { SchedulePostHandler } from './schedule/schedule-post.command.ts';
import { TimeCheck } from './schedule/time-check.ts';
import { FollowZones } from './zones/follow-zones.ts';

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
