import type { ReplyFlag } from '@posthorn/contracts/inbox/reply-checks';
import type { Sentiment } from '@posthorn/contracts/inbox/comments.http';

/**
 * `refused`, `cut-off`, `unreadable`: the model answered, and the answer cannot be used. `not-configured`: there is no model.
 * `key`: the server refuses the key or does not know the model. `quota`: the account at the server has no credit left. Both need the
 * operator. `busy`: there were too many requests, or the server asked for a pause.
 * `away`: the server did not answer in time, or failed.
 */
export type ModelFailure = 'refused' | 'cut-off' | 'unreadable' | 'not-configured' | ModelTrouble;
/** The model could not be asked. */
type ModelTrouble = 'key' | 'quota' | 'busy' | 'away';

/** The use of all questions for one reply, with refused and repeated ones. */
export type TokensUsed = Readonly<{ tokens: number }>;

type Words = Readonly<{
  text: string;
  language: string;
  sentiment: Sentiment;
  flags: readonly ReplyFlag[];
}>;

/** `skip`: the model has nothing to say. `needs-person`: a text, or none, that a person should check. */
export type ModelAnswer = Readonly<
  | ({ kind: 'reply' | 'needs-person' } & Words)
  | { kind: 'skip'; sentiment: Sentiment; flags: readonly ReplyFlag[] }
  | { kind: 'failure'; code: ModelFailure; detail: string }
>;
