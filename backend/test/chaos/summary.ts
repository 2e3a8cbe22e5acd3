import type { ChaosReport } from './chaos-run.ts';

/** One line that says it all. */
export function summary(report: ChaosReport): string {
  const named = Object.values(report.kills.named).reduce((sum, each) => sum + each, 0);
  return [
    `chaos on ${report.log}: ${String(report.killed)} kills (${String(named)} at named points)`,
    `${String(report.posts)} posts on ${String(report.targets)} targets`,
    `${String(report.duplicates)} duplicated, ${String(report.lost)} lost, ${String(report.untold)} untold, ${String(report.strangers)} strangers`,
    `${String(report.posted)} posted, ${String(report.failed)} failed (${String(report.spoilt)} for their file), ${String(report.unknown)} unknown (${String(report.blind)} where nobody can look), ${String(report.open)} open`,
    `settled ${String(report.settledIn)} s after the last kill, ${String(report.seconds)} s in all`,
  ].join(' · ');
}
