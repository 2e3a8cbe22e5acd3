import type { ReplyFlag } from '@posthorn/contracts/inbox/reply-checks';
import type { Sentiment } from '@posthorn/contracts/inbox/comments.http';

/**
 * `refused`, `cut-off`, `unreadable`: the product cannot use the response of the model. `not-configured`: the operator has set no model.
 * `key`: the server refuses the key or does not know the model. `quota`: the account at the server has no credit left. For `key` and `quota`
 * the operator must act. `busy`: there were too many requests, or the server requested a pause.
 * `away`: the server did not respond in time, or failed.
 */
export type ModelFailure = 'refused' | 'cut-off' | 'unreadable' | 'not-configured' | ModelTrouble;
/** The server of the model did not process the request. */
type ModelTrouble = 'key' | 'quota' | 'busy' | 'away';

/** The tokens of all requests for one reply, including refused and repeated requests. */
export type TokensUsed = Readonly<{ tokens: number }>;

type WrittenText = Readonly<{
  text: string;
  language: string;
  sentiment: Sentiment;
  flags: readonly ReplyFlag[];
}>;

/** `skip`: the model sees no reason to reply. `needs-person`: a person should check the text, which may be empty. */
export type ModelAnswer = Readonly<
  | ({ kind: 'reply' | 'needs-person' } & WrittenText)
  | { kind: 'skip'; sentiment: Sentiment; flags: readonly ReplyFlag[] }
  | { kind: 'failure'; code: ModelFailure; detail: string }
>;
