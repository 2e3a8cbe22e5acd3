import { ANALYTICS_TEXT } from '@posthorn/contracts/analytics/analytics.http';
import { refusal } from '@posthorn/contracts/shared/refusal';

/** Thrown when the plan of the user shows no figures. */
export class FiguresNeedPremium extends refusal('analytics.needs-premium', ANALYTICS_TEXT.needsPremium) {}

/** Thrown for an unknown or archived post, and for a post of another user. */
export class PostIsMissing extends refusal('analytics.post-not-found', ANALYTICS_TEXT.postNotFound) {}

export class PostIsNotPublished extends refusal('analytics.not-published', ANALYTICS_TEXT.notPublished) {}

/** Thrown while another export of the same user runs. */
export class ExportRuns extends refusal('analytics.export-runs', ANALYTICS_TEXT.exportRuns) {}

export class PeriodIsNotValid extends refusal('analytics.period-not-valid', ANALYTICS_TEXT.period, {
  from: ANALYTICS_TEXT.period,
}) {}
