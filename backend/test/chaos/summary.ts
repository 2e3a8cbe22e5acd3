import type { ChaosReport } from './chaos-run.ts';
import type { LatenessReport } from './lateness.ts';

/** One line that says it all. */
export function summary(report: ChaosReport): string {
  const named = Object.values(report.kills.named).reduce((sum, each) => sum + each, 0);
  return [
    `chaos on ${report.log}: ${String(report.killed)} kills (${String(named)} at named points)`,
    `${String(report.posts)} posts on ${String(report.targets)} targets, ${String(report.refused)} requests refused once`,
    `${String(report.duplicates)} duplicated, ${String(report.lost)} lost, ${String(report.untold)} untold, ${String(report.strangers)} strangers, ${String(report.bare)} without a thumbnail`,
    `${String(report.posted)} posted, ${String(report.failed)} failed (${String(report.spoilt)} for their file), ${String(report.unknown)} unknown (${String(report.blind)} where nobody can look), ${String(report.open)} open`,
    `settled ${String(report.settledIn)} s after the last kill, ${String(report.seconds)} s in all`,
  ].join(' · ');
}

/** One line about posts that were due while the log was in trouble. */
export function inSeconds({ targets, missing, doubled, afterLog, afterDue }: LatenessReport): string {
  const figures = ({ p50, p99, worst }: LatenessReport['afterLog']) =>
    `p50 ${String(p50)} s, p99 ${String(p99)} s, worst ${String(worst)} s`;
  return [
    `lateness on a troubled log: ${String(targets)} targets`,
    `${String(doubled)} doubled, ${String(missing)} missing`,
    `with the log there: ${figures(afterLog)}`,
    `after the due time: ${figures(afterDue)}`,
  ].join(' · ');
}
