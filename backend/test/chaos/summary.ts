import type { ChaosReport } from './chaos-run.ts';
import type { CheckoutChaosReport } from './checkouts/checkout-run.ts';
import type { LatenessReport } from './lateness.ts';
import type { ReplyChaosReport } from './replies/reply-run.ts';

/** The result of a run in one line. */
export function summary(report: ChaosReport): string {
  const named = Object.values(report.kills.named).reduce((sum, each) => sum + each, 0);
  return [
    `chaos on ${report.log}: ${String(report.killed)} kills (${String(named)} at named points)`,
    `${String(report.posts)} posts on ${String(report.targets)} targets, ${String(report.refused)} requests refused once`,
    `${String(report.duplicates)} duplicated, ${String(report.lost)} lost, ${String(report.unrecorded)} unrecorded, ${String(report.strangers)} strangers, ${String(report.bare)} without a thumbnail`,
    `${String(report.posted)} posted, ${String(report.failed)} failed (${String(report.spoilt)} for their file), ${String(report.unknown)} unknown (${String(report.blind)} where nobody can look), ${String(report.open)} open`,
    inPlans(report.planned),
    `settled ${String(report.settledIn)} s after the last kill, ${String(report.seconds)} s in all`,
  ].join(' · ');
}

const inPlans = (planned: ChaosReport['planned']): string =>
  `${String(planned.plans)} plans, ${String(planned.kept)} of them kept as drafts, moved ${String(planned.moves)} times (${String(planned.unanswered)} without a response, ${String(planned.refused)} more refused), pages killed ${String(planned.pages)} times: ${String(planned.unchosen)} at a time that nobody chose, ${String(planned.early)} early, ${String(planned.lostDrafts)} drafts lost, ${String(planned.leftoverDrafts)} left over, ${String(planned.extra)} doubled`;

/** The result about comments and their replies in one line. */
export function replySummary(report: ReplyChaosReport): string {
  const { moderation, automatic } = report;
  const skipped = Object.values(automatic.skipped).reduce((sum, each) => sum + each, 0);
  const named = Object.values(report.kills.named).reduce((sum, each) => sum + each, 0);
  return [
    `chaos of replies on ${report.log}: ${String(report.killed)} kills (${String(named)} at named points)`,
    `${String(report.comments)} comments, ${String(report.missing)} missing, ${String(report.repeated)} repeated, ${String(report.misjudged)} misjudged`,
    `${String(report.asked)} replies requested, ${String(report.refused)} requests refused once`,
    `${String(report.duplicates)} duplicated, ${String(report.lost)} lost, ${String(report.unrecorded)} unrecorded, ${String(report.unproved)} without proof, ${String(report.strangers)} strangers`,
    `${String(report.sent)} sent, ${String(report.failed)} failed, ${String(report.unknown)} unknown, ${String(report.open)} open`,
    `${String(moderation.requests)} hidden, shown again or removed (${String(moderation.removals)}): ${String(moderation.mistaken)} mistaken, ${String(moderation.stuck)} stuck, ${String(moderation.waiting)} still tried, ${String(moderation.refused)} refused`,
    `automatic replies to ${String(automatic.comments)} comments: ${String(automatic.sent)} sent, ${String(automatic.drafts)} drafts, ${String(skipped)} left alone, ${String(automatic.failed)} failed, ${String(automatic.unknown)} unknown, ${String(automatic.open)} open; ${String(automatic.duplicates)} duplicated, ${String(automatic.lost)} lost, ${String(automatic.unrecorded)} unrecorded, ${String(automatic.missing)} missing; ${String(automatic.mostOfAccount)} by one account at most, ${String(automatic.tokens)} tokens`,
    `calls held up for ${String(report.heldUpFor)} ms at most, waited for ${String(report.waitedFor)} ms (${String(report.overdue)} times too short)`,
    `settled ${String(report.settledIn)} s after the last kill, ${String(report.seconds)} s in all`,
  ].join(' · ');
}

/** The result about subscriptions in one line. */
export function checkoutSummary(report: CheckoutChaosReport): string {
  const { counts } = report;
  const named = Object.values(report.kills.named).reduce((sum, each) => sum + each, 0);
  return [
    `chaos of checkouts on ${report.log}: ${String(report.killed)} kills (${String(named)} at named points)`,
    `${String(report.people)} people asked ${String(counts.asked)} times, were asked ${String(counts.later)} times to try later, paid ${String(counts.paid)} times, ended ${String(counts.ended)}`,
    `${String(report.subscriptions)} subscriptions at Stripe, ${String(report.paid)} paid, ${String(report.spareCustomers)} spare customers`,
    `${String(report.doubled)} doubled, ${String(report.unpaid)} Premium without a payment, ${String(report.unserved)} paid and Free, ${String(report.unrecorded)} unrecorded, ${String(report.strangers)} strangers, ${String(report.open)} open`,
    `${String(report.premium)} have Premium in the end`,
    `settled ${String(report.settledIn)} s after the last kill, ${String(report.seconds)} s in all`,
  ].join(' · ');
}

/** The result about posts that were due while the log was in trouble, in one line. */
export function latenessSummary({ targets, missing, doubled, afterLog, afterDue }: LatenessReport): string {
  const figures = ({ p50, p99, worst }: LatenessReport['afterLog']) =>
    `p50 ${String(p50)} s, p99 ${String(p99)} s, worst ${String(worst)} s`;
  return [
    `lateness on a troubled log: ${String(targets)} targets`,
    `${String(doubled)} doubled, ${String(missing)} missing`,
    `with the log there: ${figures(afterLog)}`,
    `after the due time: ${figures(afterDue)}`,
  ].join(' · ');
}
