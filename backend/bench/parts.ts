import { benchApi } from './api.ts';
import { benchAppend } from './append.ts';
import { benchCapacity } from './capacity.ts';
import { benchCosts } from './costs.ts';
import { benchFootprint } from './footprint.ts';
import { benchHour } from './hour.ts';
import { benchProjections } from './projections.ts';
import { benchPublishing } from './publishing.ts';
import { benchPublishingAtScale } from './publishing-at-scale.ts';
import type { Report } from './report.ts';

/** What `npm run bench -- NAME` can run, in the order in which all of it runs. */
export const PARTS: Readonly<Record<string, (report: Report) => Promise<void>>> = {
  append: benchAppend,
  projections: benchProjections,
  api: benchApi,
  publishing: benchPublishing,
  scale: benchPublishingAtScale,
  footprint: benchFootprint,
  costs: benchCosts,
  capacity: benchCapacity,
  hour: benchHour,
};

/** Runs only when it is named: it takes minutes, and measures nothing of the machine. */
export const ON_REQUEST: readonly string[] = ['hour'];
