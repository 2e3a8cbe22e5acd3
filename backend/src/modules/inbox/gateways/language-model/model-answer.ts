import type { ReplyFlag } from '@posthorn/contracts/inbox/reply-checks';
import type { Sentiment } from '@posthorn/contracts/inbox/comments.http';

/**
 * `refused`, `cut-off`, `unreadable`: it answered, and nothing of it can be used. `not-configured`: there is no model. `key`: it does
 * not know us (an operator has to act). `busy`: asked too often, or left alone for a while. `away`: no answer in time, or it failed.
 */
export type ModelFailure = 'refused' | 'cut-off' | 'unreadable' | 'not-configured' | 'key' | 'busy' | 'away';

/** What all questions of one reply used, refused and repeated ones too. */
export type TokensUsed = Readonly<{ tokens: number }>;

type Words = Readonly<{
  text: string;
  language: string;
  sentiment: Sentiment;
  flags: readonly ReplyFlag[];
}>;

/** `skip`: nothing to say. `needs-person`: a text, or none, that a person should look at. */
export type ModelAnswer = Readonly<
  | ({ kind: 'reply' | 'needs-person' } & Words)
  | { kind: 'skip'; sentiment: Sentiment; flags: readonly ReplyFlag[] }
  | { kind: 'failure'; code: ModelFailure; detail: string }
>;
