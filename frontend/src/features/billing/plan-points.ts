import type { Entitlements } from '@posthorn/contracts/billing/entitlements';
import { SUBSCRIBE_TEXT } from './messages.en.ts';

const TEXT = SUBSCRIBE_TEXT.points;

/** What a plan has, and what it lacks, in words. */
type PlanPoint = Readonly<{ words: string; has: boolean }>;

/** From the same table by which the server decides. */
export const planPoints = (plan: Entitlements): readonly PlanPoint[] => [
  { words: TEXT.scheduled(plan.scheduledPosts), has: true },
  { words: TEXT.accounts(plan.connectedAccounts), has: true },
  { words: TEXT.inbox, has: true },
  { words: TEXT.aiSuggestions, has: plan.aiSuggestions },
  { words: TEXT.aiReplies, has: plan.aiReplies },
  { words: TEXT.personality, has: plan.personality },
  { words: TEXT.noSuffix, has: !plan.suffix },
];
