import { TroublesOfTargets } from '#modules/identity/ports/troubles-of-targets.ts';
import { LookUpTargetHandler } from './features/settle-targets/look-up-target.command.ts';
import { CheckReadiness, ReadinessChecks } from './effects/readiness/readiness-checks.ts';
import { ConfirmTargetHandler } from './features/settle-targets/confirm-target.command.ts';
import { OverdueTargets } from './effects/targets/overdue-targets.ts';
import { TroubleOfTarget } from './read-models/targets/trouble-of-target.ts';
import { DeleteRemoteHandler } from './features/delete-remote/delete-remote.command.ts';
import { RemoteDeletions } from './effects/remote-deletions/remote-deletions.ts';
import { ACTION_EFFECTS } from './effects/actions/actions.ts';
import { OwnTargets } from './read-models/targets/own-targets.ts';
import { WaitingTargets } from './read-models/targets/waiting-targets.ts';
import { RetryTargetHandler } from './features/settle-targets/retry-target.command.ts';
import { Buckets } from './effects/publish-post/buckets.ts';
import { DueRows } from './effects/publish-post/due-rows.ts';
import { AccountServers } from './effects/publish-post/account-servers.ts';
import { DuplicateSearches } from './effects/publish-post/duplicate-searches.ts';
import { FrozenPosts } from './effects/publish-post/frozen-posts.ts';
import { LookUpNow } from './features/settle-targets/look-up-now.ts';
import { OutgoingPublications } from './effects/publish-post/outgoing-publications.ts';
import { PlatformPauses } from './effects/publish-post/platform-pauses.ts';
import { Preparation } from './effects/publish-post/preparation.ts';
import { PublishPost } from './effects/publish-post/publish-post.kind.ts';
import { PublishingContexts } from './effects/publish-post/publishing-contexts.ts';
import { PublishingLoop } from './effects/publish-post/publishing-loop.ts';
import { PublishingMetrics } from './effects/publish-post/publishing-metrics.ts';
import { TIMES, publishingTimes } from './effects/times.ts';

/** What the module spreads into its own lists: everything between a due row and a settled target. */
export const PUBLISHING_PROVIDERS = [
  { provide: TIMES, useFactory: () => publishingTimes(process.env) },
  DueRows,
  AccountServers,
  Buckets,
  PublishingMetrics,
  OutgoingPublications,
  FrozenPosts,
  PublishingContexts,
  PlatformPauses,
  Preparation,
  DuplicateSearches,
  PublishPost,
  LookUpNow,
  PublishingLoop,
  WaitingTargets,
  CheckReadiness,
  ReadinessChecks,
  RemoteDeletions,
  ...ACTION_EFFECTS,
  OwnTargets,
  LookUpTargetHandler,
  TroubleOfTarget,
  { provide: TroublesOfTargets, useExisting: TroubleOfTarget },
  RetryTargetHandler,
  ConfirmTargetHandler,
  OverdueTargets,
  DeleteRemoteHandler,
];
