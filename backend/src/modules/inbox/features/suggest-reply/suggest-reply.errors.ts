import { INBOX_TEXT } from '@posthorn/contracts/inbox/inbox-text';
import { refusal } from '@posthorn/contracts/shared/refusal';
import { RequestRefused } from '#infrastructure/http/errors/request-refused.ts';

export class PremiumRequired extends refusal('inbox.premium-required', INBOX_TEXT.premiumRequired) {}

export const aiNotConfigured = (): RequestRefused =>
  new RequestRefused('inbox.ai-not-configured', INBOX_TEXT.aiNotConfigured);

export const aiFailed = (): RequestRefused => new RequestRefused('inbox.ai-failed', INBOX_TEXT.aiFailed);

/** Valid until midnight UTC. */
export function aiBudgetOfDayUsed(now: Date): RequestRefused {
  const midnight = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1);
  const seconds = Math.max(1, Math.ceil((midnight - now.getTime()) / 1000));
  return new RequestRefused('inbox.ai-budget', INBOX_TEXT.aiBudgetOfDay, {
    'retry-after': String(seconds),
  });
}
