import type { Call } from '../shared/call.ts';

/** The limits of a client's text, in code points, and of AI use. Tokens are those of the model, and a day is a day in UTC. */
export const AI_REPLY = {
  commentMax: 10_000,
  postMax: 100_000,
  suggestionsPerHour: 60,
  tokensPerDay: 50_000,
} as const;

/**
 * `commentText`, `personalityProfile` and `postContent` are accepted from clients of the first API. With `commentId`, the server reads the
 * comment and the post from the database and ignores what the client sent. The personality always comes from the profile.
 */
export type AiReplyRequest = Readonly<{
  commentText?: string;
  commentId?: number;
  personalityProfile?: string;
  postContent?: string;
}>;
/**
 * `warnings`: what a person should check before sending, as sentences. `warningCodes`: their codes in the same order, which are keys of
 * `AUTO_REPLY_REASONS`. Nothing is sent or stored.
 */
export type AiReplyView = Readonly<{
  reply: string;
  warnings: readonly string[];
  warningCodes: readonly string[];
}>;

/**
 * 403 `inbox.premium-required` without Premium. 422 `inbox.ai-no-reply` when the model finds nothing to answer, `inbox.ai-refused` when it
 * refuses. 503 `inbox.ai-not-configured` without a model, `inbox.ai-failed` without a usable response, and `inbox.ai-not-accepted`,
 * `inbox.ai-quota`, `inbox.ai-busy` or `inbox.ai-away` when the model cannot be called. 429 `inbox.ai-budget` when the day's or the hour's budget is
 * used up.
 */
export const suggestReply: Call<AiReplyRequest, AiReplyView> = { method: 'POST', path: '/api/ai/reply' };

/** What automatic replies would have done with the comments of the last 30 days; the model is not called and nothing is sent. */
export type AutoReplyDryRun = Readonly<{
  comments: readonly Readonly<{
    commentId: number;
    commenterUsername: string;
    commentText: string;
    /** `reply`: the model would be called. `draft`: the model would be called, and a person would decide. */
    outcome: 'reply' | 'draft' | 'skip';
    /** Why no reply would be sent, as a sentence. */
    reason: string | null;
    /** A key of `AUTO_REPLY_REASONS`. */
    reasonCode: string | null;
  }>[];
}>;
export const dryRunAutoReply: Call<void, AutoReplyDryRun> = {
  method: 'POST',
  path: '/api/posts/:id/auto-reply/dry-run',
};
