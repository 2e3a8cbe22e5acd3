import { INBOX_TEXT } from '@posthorn/contracts/inbox/inbox-text';
import { refusal } from '@posthorn/contracts/shared/refusal';
import { RequestRefused } from '#infrastructure/http/errors/request-refused.ts';
import type { ModelFailure } from '../../gateways/language-model/model-answer.ts';

export class PremiumRequired extends refusal('inbox.premium-required', INBOX_TEXT.premiumRequired) {}

export const aiNotConfigured = (): RequestRefused =>
  new RequestRefused('inbox.ai-not-configured', INBOX_TEXT.aiNotConfigured);

/** Returns the error for the reason why the model returned no suggestion. */
export function noSuggestion(
  written: Readonly<{ kind: 'skip' | 'dropped' } | { kind: 'failure'; code: ModelFailure }>,
): RequestRefused {
  switch (written.kind === 'failure' ? written.code : written.kind) {
    case 'skip':
      return new RequestRefused('inbox.ai-no-reply', INBOX_TEXT.aiNoReply);
    case 'refused':
      return new RequestRefused('inbox.ai-refused', INBOX_TEXT.aiRefused);
    case 'key':
      return new RequestRefused('inbox.ai-not-accepted', INBOX_TEXT.aiNotAccepted);
    case 'quota':
      return new RequestRefused('inbox.ai-quota', INBOX_TEXT.aiQuota);
    case 'busy':
      return new RequestRefused('inbox.ai-busy', INBOX_TEXT.aiBusy, { 'retry-after': '60' });
    case 'away':
      return new RequestRefused('inbox.ai-away', INBOX_TEXT.aiAway);
    case 'not-configured':
      return aiNotConfigured();
    case 'dropped':
    case 'cut-off':
    case 'unreadable':
      return new RequestRefused('inbox.ai-failed', INBOX_TEXT.aiFailed);
  }
}

/** The token budget of this day is used up. `retry-after`: the seconds until midnight UTC. */
export function aiBudgetOfDayUsed(now: Date): RequestRefused {
  const midnight = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1);
  const seconds = Math.max(1, Math.ceil((midnight - now.getTime()) / 1000));
  return new RequestRefused('inbox.ai-budget', INBOX_TEXT.aiBudgetOfDay, {
    'retry-after': String(seconds),
  });
}
