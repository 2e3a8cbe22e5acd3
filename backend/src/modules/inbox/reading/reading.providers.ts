import { ReadingMoney } from '#modules/integrations/ports/reading-money.ts';
import { InboxMetrics } from '../inbox-metrics.ts';
import { AccountReading } from './account-reading.ts';
import { FollowAccounts } from './follow-accounts.process.ts';
import { FollowPosts } from './follow-posts.process.ts';
import { HostBudget } from './host-budget.ts';
import { PlatformCalls } from './platform-calls.ts';
import { ReadingBudget } from './reading-budget.ts';
import { ReadingLoop, ReadSource } from './reading-loop.ts';
import { ReadingRecord } from './reading-record.ts';
import { RecordedSightings } from './recorded-sightings.ts';
import { ResumePaidReading } from './resume-paid-reading.ts';
import { SIMULATED_WAITS, simulatedWaits } from './simulated-waits.ts';
import { Sightings } from './sightings.ts';
import { SourceViews } from './source-views.ts';
import { Sources } from './sources.ts';
import { ThreadReading } from './thread-reading.ts';
import { WatchedPosts } from './watched-posts.ts';

export const readingProviders = [
  { provide: SIMULATED_WAITS, useFactory: () => simulatedWaits(process.env) },
  { provide: Sightings, useClass: RecordedSightings },
  Sources,
  SourceViews,
  WatchedPosts,
  ReadingBudget,
  { provide: ReadingMoney, useExisting: ReadingBudget },
  HostBudget,
  InboxMetrics,
  PlatformCalls,
  ReadingRecord,
  ThreadReading,
  AccountReading,
  ReadSource,
  ReadingLoop,
  ResumePaidReading,
  FollowAccounts,
  FollowPosts,
];
