import { ANALYTICS_TEXT } from '@posthorn/contracts/analytics/analytics.http';
import { DomainError } from '@posthorn/event-sourcing';

/** Before any figure is read. */
export class FiguresNeedPremium extends DomainError {
  readonly code = 'analytics.needs-premium';
  override readonly kind = 'forbidden';
  constructor() {
    super(ANALYTICS_TEXT.needsPremium);
  }
}

/** Also a post of somebody else. */
export class PostIsMissing extends DomainError {
  readonly code = 'analytics.post-not-found';
  override readonly kind = 'missing';
  constructor() {
    super(ANALYTICS_TEXT.postNotFound);
  }
}

export class PostIsNotPublished extends DomainError {
  readonly code = 'analytics.not-published';
  override readonly kind = 'conflict';
  constructor() {
    super(ANALYTICS_TEXT.notPublished);
  }
}

export class ExportRuns extends DomainError {
  readonly code = 'analytics.export-runs';
  override readonly kind = 'conflict';
  constructor() {
    super(ANALYTICS_TEXT.exportRuns);
  }
}

export class PeriodIsNotValid extends DomainError {
  readonly code = 'analytics.period-not-valid';
  override readonly fields = { from: ANALYTICS_TEXT.period };
  constructor() {
    super(ANALYTICS_TEXT.period);
  }
}
