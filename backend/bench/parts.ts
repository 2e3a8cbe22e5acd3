import { benchAnalytics } from './analytics.ts';
import { benchApi } from './api.ts';
import { benchAppend } from './append.ts';
import { benchBilling, benchPayments } from './billing.ts';
import { benchBothLogs } from './both-logs.ts';
import { benchErasure } from './erasure.ts';
import { benchExport } from './export.ts';
import { benchExternalApi } from './external-api.ts';
import { benchFeed } from './feed.ts';
import { benchFootprint } from './footprint.ts';
import { benchInbox, benchReplies } from './inbox.ts';
import { benchMedia } from './media.ts';
import { benchPages } from './pages.ts';
import { benchPlanning } from './planning.ts';
import { benchProjections } from './projections.ts';
import { benchPublishing, type BenchOptions } from './publishing.ts';
import { benchPublishingAtScale } from './publishing-at-scale.ts';
import { benchPhone } from './phone.ts';
import type { Report } from './report.ts';
import { benchRows } from './rows.ts';
import { benchWorkers } from './workers.ts';

/** The benchmarks by name, in the order in which they run. `npm run bench -- NAME` runs one of them. */
export const PARTS: Readonly<Record<string, (report: Report, options: BenchOptions) => Promise<void>>> = {
  append: benchAppend,
  projections: benchProjections,
  api: benchApi,
  publishing: benchPublishing,
  scale: benchPublishingAtScale,
  workers: benchWorkers,
  logs: benchBothLogs,
  media: benchMedia,
  pages: benchPages,
  footprint: benchFootprint,
  phone: benchPhone,
  planning: benchPlanning,
  inbox: benchInbox,
  replies: benchReplies,
  billing: benchBilling,
  payments: benchPayments,
  export: benchExport,
  erasure: benchErasure,
  analytics: benchAnalytics,
  external: benchExternalApi,
  feed: benchFeed,
  rows: benchRows,
};

/** Benchmarks that run only if the command names them, because each takes minutes. */
export const ON_REQUEST: readonly string[] = [
  'workers',
  'logs',
  'planning',
  'inbox',
  'replies',
  'billing',
  'payments',
  'export',
  'erasure',
  'analytics',
  'external',
  'feed',
  'rows',
];
