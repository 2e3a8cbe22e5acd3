import { INBOX_TEXT } from '@posthorn/contracts/inbox/inbox-text';
import { DomainError } from '@posthorn/event-sourcing';
import { RequestRefused } from '#infrastructure/http/request-refused.ts';

export class PremiumRequired extends DomainError {
  readonly code = 'inbox.premium-required';
  override readonly kind = 'forbidden';
  constructor() {
    super(INBOX_TEXT.premiumRequired);
  }
}

export const aiNotConfigured = (): RequestRefused =>
  new RequestRefused(503, 'inbox.ai-not-configured', INBOX_TEXT.aiNotConfigured);

export const aiFailed = (): RequestRefused => new RequestRefused(503, 'inbox.ai-failed', INBOX_TEXT.aiFailed);

/** Until midnight of UTC. */
export function aiBudgetOfDayUsed(now: Date): RequestRefused {
  const midnight = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1);
  const seconds = Math.max(1, Math.ceil((midnight - now.getTime()) / 1000));
  return new RequestRefused(429, 'inbox.ai-budget', INBOX_TEXT.aiBudgetOfDay, {
    'retry-after': String(seconds),
  });
}
