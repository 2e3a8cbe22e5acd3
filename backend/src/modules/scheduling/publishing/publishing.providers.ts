import { CheckTargetHandler } from '../features/check-target/check-target.command.ts';
import { ConfirmTargetHandler } from '../features/confirm-target/confirm-target.command.ts';
import { ExportHistoryHandler } from '../features/history/export-history.query.ts';
import { GetHistoryHandler } from '../features/history/history.query.ts';
import { PostStory } from '../features/history/post-story.ts';
import { OwnTargets } from '../features/own-target/own-targets.ts';
import { RetryTargetHandler } from '../features/retry-target/retry-target.command.ts';
import { HistoryController } from '../history.controller.ts';
import { TargetsController } from '../targets.controller.ts';
import { AttemptRunner } from './attempt-runner.ts';
import { DatabaseClock } from './database-clock.ts';
import { DueRows } from './due-rows.ts';
import { KillPoints } from './kill-points.ts';
import { LookUpNow } from './look-up-now.ts';
import { OutgoingPublications } from './outgoing-publications.ts';
import { PublishingLoop } from './publishing-loop.ts';
import { PublishingMetrics } from './publishing-metrics.ts';
import { Reconciler } from './reconciler.ts';
import { TargetRunner } from './target-runner.ts';
import { TIMES, publishingTimes } from './times.ts';

/** What the module spreads into its own lists: everything between a due row and a settled target. */
export const PUBLISHING_PROVIDERS = [
  { provide: TIMES, useFactory: () => publishingTimes(process.env) },
  { provide: KillPoints, useFactory: () => new KillPoints(process.env) },
  DatabaseClock,
  DueRows,
  PublishingMetrics,
  OutgoingPublications,
  AttemptRunner,
  Reconciler,
  LookUpNow,
  TargetRunner,
  PublishingLoop,
  OwnTargets,
  PostStory,
  CheckTargetHandler,
  RetryTargetHandler,
  ConfirmTargetHandler,
  GetHistoryHandler,
  ExportHistoryHandler,
];
export const PUBLISHING_CONTROLLERS = [TargetsController, HistoryController];
