import { beforeAll, expect, it } from '@jest/globals';
import type { EventLog } from '../chaos-setup.ts';
import { pointsOn } from '../kill-plan.ts';
import { replySummary } from '../summary.ts';
import { onBothLogs } from '../under-kills.ts';
import { REPLY_POINTS, runReplyChaos, type ReplyChaosReport } from './reply-run.ts';
import { REPLY_PLATFORMS } from './reply-writer.ts';

const LOGS = ['postgres', 'eventstoredb'] as const;
const reports = new Map<EventLog, ReplyChaosReport>();

beforeAll(
  () =>
    onBothLogs(async (log, onQuiet) => {
      reports.set(log, await runReplyChaos({ log, ...(onQuiet && { onQuiet }) }));
    }),
  1_800_000,
);

it.each(LOGS)(
  'receives every comment once and replies once with the %s log while workers are killed',
  (log) => {
    const report = reports.get(log);
    if (!report) throw new Error('The run has not ended');
    console.log(replySummary(report));
    expect(report.problems).toEqual([]);
    expect(report.moderation).toMatchObject({ problems: [], stuck: 0, mistaken: 0 });
    expect(report.automatic).toMatchObject({ problems: [], duplicates: 0, lost: 0, unrecorded: 0, open: 0 });
    expect(report.automatic.sent).toBeGreaterThan(0);
    expect(report.moderation.requests).toBeGreaterThan(0);
    expect(report).toMatchObject({ missing: 0, repeated: 0, misjudged: 0, strangers: 0 });
    expect(report).toMatchObject({ duplicates: 0, lost: 0, unrecorded: 0, unproved: 0, open: 0, unknown: 0 });
    expect(report.sent).toBe(report.asked - report.failed);
    expect(Object.keys(report.kills.named).sort()).toEqual([...pointsOn(log, REPLY_POINTS)].sort());
    const answered = Object.entries(report.platforms).filter(([, { arrived }]) => arrived > 0);
    expect(answered.map(([platform]) => platform).sort()).toEqual([...REPLY_PLATFORMS].sort());
  },
);
