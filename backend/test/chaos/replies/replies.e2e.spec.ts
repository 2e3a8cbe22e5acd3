import { beforeAll, expect, it } from '@jest/globals';
import type { EventLog } from '../chaos-setup.ts';
import { replySummary } from '../summary.ts';
import { onBothLogs } from '../under-kills.ts';
import { runReplyChaos, type ReplyChaosReport } from './reply-run.ts';
import { REPLY_PLATFORMS } from './reply-writer.ts';

const LOGS = ['postgres', 'eventstoredb'] as const;
/** Two of three kills are at a named point: just enough to reach each point once. `npm run chaos` kills far more often. */
const KILLS = Math.ceil(Number(process.env['CHAOS_KILLS'] ?? 34) / LOGS.length);
const reports = new Map<EventLog, ReplyChaosReport>();

beforeAll(
  () =>
    onBothLogs(async (log, onQuiet) => {
      reports.set(log, await runReplyChaos({ log, kills: KILLS, ...(onQuiet && { onQuiet }) }));
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
    expect(report.killed).toBeGreaterThanOrEqual(KILLS);
    const answered = Object.entries(report.platforms).filter(([, { arrived }]) => arrived > 0);
    expect(answered.map(([platform]) => platform).sort()).toEqual([...REPLY_PLATFORMS].sort());
  },
);
