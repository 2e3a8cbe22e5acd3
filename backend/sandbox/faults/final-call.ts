import type { Exchange } from '../http/exchange.ts';
import { Refusal } from '../http/refusal.ts';
import { publishingFaults, type Fault, type FaultAnswer, type FaultPlan } from './fault-plan.ts';

/** How a platform words the faults that are answers of its own. */
export type FaultWords = Readonly<{
  serverError: () => Refusal;
  tooMany: (seconds: number) => Refusal;
  /** What it may answer although it has stored everything; a server error where it has no words of its own for that. */
  refusedAfterAll?: () => Refusal;
}>;

type FinalCall<Stored> = Readonly<{
  platform: string;
  names: readonly string[];
  words: FaultWords;
  /** Which faults strike here, where calls besides the final one can be struck. */
  meets?: (fault: Fault) => boolean;
  /** How the platform says that it has stored it; 200 with what was stored unless it has a way of its own. */
  answer?: (stored: Stored) => void;
}>;

const NO_ANSWER: FaultAnswer = { status: 500, body: {}, headers: {} };
const CAPTCHA_PAGE = `<!doctype html><html lang="en"><title>One moment</title>
<h1>Checking your browser</h1><p>Please solve the captcha to go on.</p></html>`;

/**
 * Runs a platform's final publishing call under the faults that wait for it. `store` runs to its end without a pause, so
 * whether something was stored never depends on a race; it throws a Refusal when the platform does not take the post.
 */
export function finalCall<Stored>(
  exchange: Exchange,
  faults: FaultPlan,
  { platform, names, words, answer, meets }: FinalCall<Stored>,
  store: () => Stored,
): void {
  const fault = faults.next(platform, publishingFaults, names, meets);
  if (!fault) {
    const stored = store();
    if (answer) answer(stored);
    else exchange.reply(200, stored);
    return;
  }
  // A post that is refused was not accepted: the fault waits for the next one.
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
      // Whoever called has mostly given up by then, and gets no answer.
      faults.hold(() => {
        try {
          store();
        } catch (error) {
          if (!(error instanceof Refusal)) throw error;
        }
      });
      return;
    case 'hang':
      // No answer, ever: the caller's deadline or the end of the sandbox closes the connection.
      return;
  }
}
