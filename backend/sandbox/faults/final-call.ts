import type { Exchange } from '../http/exchange.ts';
import { Refusal } from '../http/refusal.ts';
import { publishingFaults, type Fault, type FaultAnswer, type FaultPlan } from './fault-plan.ts';

/** The error responses of a platform, in its own format. */
export type FaultWords = Readonly<{
  serverError: () => Refusal;
  tooMany: (seconds: number) => Refusal;
  /** The refusal that a platform may send although it stored the post; by default `serverError`. */
  refusedAfterAll?: () => Refusal;
}>;

type FinalCall<Stored> = Readonly<{
  platform: string;
  names: readonly string[];
  words: FaultWords;
  /** Selects the faults that strike this call. Set where faults can also strike other calls than the final one. */
  matches?: (fault: Fault) => boolean;
  /** Sends the platform's response for a stored post; by default 200 with the result of `store`. */
  answer?: (stored: Stored) => void;
}>;

const NO_ANSWER: FaultAnswer = { status: 500, body: {}, headers: {} };
const CAPTCHA_PAGE = `<!doctype html><html lang="en"><title>One moment</title>
<h1>Checking your browser</h1><p>Please solve the captcha to go on.</p></html>`;

/**
 * Runs a platform's final publishing call and applies the planned faults.
 * `store` is synchronous, so no race decides whether the post was stored. It throws a Refusal when the platform refuses the post.
 */
export function finalCall<Stored>(
  exchange: Exchange,
  faults: FaultPlan,
  { platform, names, words, answer, matches }: FinalCall<Stored>,
  store: () => Stored,
): void {
  const fault = faults.next(platform, publishingFaults, names, matches);
  if (!fault) {
    const stored = store();
    if (answer) answer(stored);
    else exchange.reply(200, stored);
    return;
  }
  // When `store` refuses the post by throwing, the fault stays planned for the next post.
  if (fault.fault === 'dropAfterAccept' || fault.fault === 'createThenRefuse') store();
  faults.strike(fault);
  switch (fault.fault) {
    case 'dropAfterAccept':
      exchange.drop();
      return;
    case 'createThenRefuse':
      if (!fault.answer) throw words.refusedAfterAll?.() ?? words.serverError();
      exchange.reply(fault.answer.status, fault.answer.body, fault.answer.headers);
      return;
    case 'http500':
      throw words.serverError();
    case 'http429':
      throw words.tooMany(fault.retryAfterSeconds);
    case 'html':
      exchange.send(200, CAPTCHA_PAGE, 'text/html; charset=utf-8');
      return;
    case 'answer': {
      const { status, body, headers } = fault.answer ?? NO_ANSWER;
      exchange.reply(status, body, headers);
      return;
    }
    case 'hold':
      // The caller has usually timed out before the release, and gets no response.
      faults.hold(() => {
        try {
          store();
        } catch (error) {
          if (!(error instanceof Refusal)) throw error;
        }
      });
      return;
    case 'hang':
      // The platform never answers: the caller's timeout or the end of the sandbox closes the connection.
      return;
  }
}
