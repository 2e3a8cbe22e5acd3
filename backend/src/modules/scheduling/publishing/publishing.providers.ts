import { CheckTargetHandler } from '../features/check-target/check-target.command.ts';
import { CheckRows } from '../features/check-readiness/check-rows.ts';
import { ReadinessChecks } from '../features/check-readiness/readiness-checks.ts';
import { ConfirmTargetHandler } from '../features/confirm-target/confirm-target.command.ts';
import { DeleteRemoteHandler } from '../features/delete-remote/delete-remote.command.ts';
import { DeletionRows } from '../features/delete-remote/deletion-rows.ts';
import { DeletePost } from '../features/delete-remote/delete-post.kind.ts';
import { RemoteDeletions } from '../features/delete-remote/remote-deletions.ts';
import { ExportHistoryHandler } from '../features/history/export-history.query.ts';
import { GetHistoryHandler } from '../features/history/history.query.ts';
import { PostStory } from '../features/history/post-story.ts';
import { OwnTargets } from '../features/own-target/own-targets.ts';
import { WaitingTargets } from '../features/resume-targets/waiting-targets.ts';
import { RetryTargetHandler } from '../features/retry-target/retry-target.command.ts';
import { HistoryController } from '../history.controller.ts';
import { TargetsController } from '../targets.controller.ts';
import { AskedPublications } from './asked-publications.ts';
import { Buckets } from './buckets.ts';
import { DueRows } from './due-rows.ts';
import { AccountServers } from './account-servers.ts';
import { DuplicateSearches } from './duplicate-searches.ts';
import { FrozenPosts } from './frozen-posts.ts';
import { LookUpNow } from './look-up-now.ts';
import { OutgoingPublications } from './outgoing-publications.ts';
import { PlatformPauses } from './platform-pauses.ts';
import { Preparation } from './preparation.ts';
import { PublishPost } from './publish-post.kind.ts';
import { PublishingContexts } from './publishing-contexts.ts';
import { PublishingLoop } from './publishing-loop.ts';
import { PublishingMetrics } from './publishing-metrics.ts';
import { TIMES, publishingTimes } from './times.ts';

/** What the module spreads into its own lists: everything between a due row and a settled target. */
export const PUBLISHING_PROVIDERS = [
  { provide: TIMES, useFactory: () => publishingTimes(process.env) },
  DueRows,
  AccountServers,
  Buckets,
  PublishingMetrics,
  OutgoingPublications,
  FrozenPosts,
  AskedPublications,
  PublishingContexts,
  PlatformPauses,
  Preparation,
  DuplicateSearches,
  PublishPost,
  LookUpNow,
  PublishingLoop,
  WaitingTargets,
  CheckRows,
  ReadinessChecks,
  DeletionRows,
  DeletePost,
  RemoteDeletions,
  OwnTargets,
  PostStory,
  CheckTargetHandler,
  RetryTargetHandler,
  ConfirmTargetHandler,
  DeleteRemoteHandler,
  GetHistoryHandler,
  ExportHistoryHandler,
];
export const PUBLISHING_CONTROLLERS = [TargetsController, HistoryController];
