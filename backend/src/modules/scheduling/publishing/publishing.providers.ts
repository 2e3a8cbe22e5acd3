import { TroublesOfTargets } from '#modules/identity/ports/troubles-of-targets.ts';
import { LookUpTargetHandler } from './targets/look-up-target.command.ts';
import { CheckReadiness, ReadinessChecks } from './readiness/readiness-checks.ts';
import { ConfirmTargetHandler } from './targets/confirm-target.command.ts';
import { OverdueTargets } from './targets/overdue-targets.ts';
import { TroubleOfTarget } from './targets/trouble-of-target.ts';
import { DeleteRemoteHandler } from './remote-deletion/delete-remote.command.ts';
import { RemoteDeletions } from './remote-deletion/remote-deletions.ts';
import { ACTION_EFFECTS } from './actions/actions.ts';
import { OwnTargets } from './own-targets.ts';
import { WaitingTargets } from './targets/waiting-targets.ts';
import { RetryTargetHandler } from './targets/retry-target.command.ts';
import { Buckets } from './publish-post/buckets.ts';
import { DueRows } from './publish-post/due-rows.ts';
import { AccountServers } from './publish-post/account-servers.ts';
import { DuplicateSearches } from './publish-post/duplicate-searches.ts';
import { FrozenPosts } from './frozen-posts.ts';
import { LookUpNow } from './look-up-now.ts';
import { OutgoingPublications } from './outgoing-publications.ts';
import { PlatformPauses } from './publish-post/platform-pauses.ts';
import { Preparation } from './publish-post/preparation.ts';
import { PublishPost } from './publish-post/publish-post.kind.ts';
import { PublishingContexts } from './publishing-contexts.ts';
import { PublishingLoop } from './publish-post/publishing-loop.ts';
import { PublishingMetrics } from './publish-post/publishing-metrics.ts';
import { TIMES, publishingTimes } from '../times.ts';

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
