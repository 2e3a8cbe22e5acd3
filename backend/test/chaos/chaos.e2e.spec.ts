import { beforeAll, expect, it } from '@jest/globals';
import { PUBLISHING } from '../all-platforms.ts';
import type { EventLog } from './chaos-setup.ts';
import { pointsOn } from './kill-plan.ts';
import { PUBLISHING_POINTS, runChaos, type ChaosReport } from './chaos-run.ts';
import { DRAFT_POINTS } from './plans/killed-pages.ts';
import { summary } from './summary.ts';
import { onBothLogs } from './under-kills.ts';

const LOGS = ['postgres', 'eventstoredb'] as const;
const reports = new Map<EventLog, ChaosReport>();

beforeAll(async () => {
  // The last targets wait a minute for their platform. The run on the other log uses that time.
  await onBothLogs(async (log, onQuiet) => {
    reports.set(log, await runChaos({ log, ...(onQuiet && { onQuiet }) }));
  });
}, 1_800_000);

it.each(LOGS)(
  'publishes every post exactly once on eleven platforms with the %s log while workers are killed',
  (log) => {
    const report = reports.get(log);
    if (!report) throw new Error('The run has not ended');
    console.log(summary(report));
    expect(report.problems).toEqual([]);
    expect(report).toMatchObject({
      drafts: 0,
      duplicates: 0,
      lost: 0,
      unrecorded: 0,
      open: 0,
      bare: 0,
      strangers: 0,
    });
    expect(report.planned).toMatchObject({
      unchosen: 0,
      early: 0,
      lostDrafts: 0,
      leftoverDrafts: 0,
      extra: 0,
    });
    expect(Object.keys(report.planned.at).sort()).toEqual([...DRAFT_POINTS]);
    expect(report.planned.moves).toBeGreaterThan(0);
    expect(report.planned.kept).toBeGreaterThan(0);
    expect(report).toMatchObject({ failed: report.spoilt, unknown: report.blind });
    expect(Object.keys(report.kills.named).sort()).toEqual([...pointsOn(log, PUBLISHING_POINTS)].sort());
    expect(report.posted).toBe(report.targets - report.failed - report.unknown);
    expect(Object.keys(report.platforms).sort()).toEqual([...PUBLISHING].sort());
  },
);

// In a short run, no post may reach a platform without look-up. Both runs together reach all platforms.
it('plans faults for every platform', () => {
  const arrivedAt = (platform: string): number =>
    [...reports.values()].reduce((sum, { platforms }) => sum + (platforms[platform]?.arrived ?? 0), 0);
  expect(PUBLISHING.filter((platform) => arrivedAt(platform) === 0)).toEqual([]);
});
