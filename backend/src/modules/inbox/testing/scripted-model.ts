import type { ModelAnswer, ModelFailure } from '../gateways/language-model/model-answer.ts';
import type { ModelReply, ReplyModel } from '../gateways/language-model/reply-model.ts';
import { replyPrompt, type ReplyQuestion } from '../gateways/language-model/reply-prompt.ts';

type Answer = () => ModelAnswer;

/** A double for the model. It records requests, and returns scripted responses. The default is a friendly reply. */
export class ScriptedModel implements Pick<ReplyModel, 'ask' | 'isConfigured'> {
  isConfigured = true;
  readonly asked: ReplyQuestion[] = [];
  readonly #answers: Answer[] = [];
  #duringCall: (() => Promise<unknown>) | null = null;
  #isNeverTheSame = false;

  reset(): void {
    this.isConfigured = true;
    this.asked.length = 0;
    this.#answers.length = 0;
    this.#duringCall = null;
    this.#isNeverTheSame = false;
  }

  say(text: string, changes: Partial<Extract<ModelAnswer, { text: string }>> = {}): this {
    this.#answers.push(() => ({
      kind: 'reply',
      text,
      language: 'en',
      sentiment: 'positive',
      flags: [],
      ...changes,
    }));
    return this;
  }
  skip(): this {
    this.#answers.push(() => ({ kind: 'skip', sentiment: 'neutral', flags: [] }));
    return this;
  }
  fail(code: ModelFailure): this {
    this.#answers.push(() => ({ kind: 'failure', code, detail: 'as the script says' }));
    return this;
  }
  /** Simulates a process that ends while the model works. */
  crash(): void {
    this.#answers.push(() => {
      throw new Error('The worker is gone.');
    });
  }
  /** Runs this once while the model works. */
  duringNextCall(meanwhile: () => Promise<unknown>): void {
    this.#duringCall = meanwhile;
  }
  /** Makes each default reply of the model different. */
  varyReplies(): void {
    this.#isNeverTheSame = true;
  }

  async ask(question: ReplyQuestion): Promise<ModelReply> {
    this.asked.push(question);
    const meanwhile = this.#duringCall;
    this.#duringCall = null;
    await meanwhile?.();
    const answer = this.#answers.shift()?.() ?? this.#friendlyReply();
    const origin = { tokens: 100, moderated: false, model: 'scripted', promptVersion: 'reply-1' };
    return { answer, prompt: replyPrompt(question), ...origin };
  }

  #friendlyReply(): ModelAnswer {
    const words = createWords(this.asked.length);
    const text = this.#isNeverTheSame ? `${words} makes us happy` : 'So glad you like it!';
    return { kind: 'reply', text, language: 'en', sentiment: 'positive', flags: [] };
  }
}

const NAMES =
  'Rye Spelt Oats Barley Millet Sesame Poppy Walnut Olive Rosemary Thyme Honey Apple Plum Cherry Almond Ginger Nutmeg Clove Anise Fennel'.split(
    ' ',
  );
const createWords = (index: number): string =>
  `${NAMES[index % NAMES.length] ?? ''} with ${(NAMES[(index * 7) % NAMES.length] ?? '').toLowerCase()} and ${(NAMES[(index * 5 + 3) % NAMES.length] ?? '').toLowerCase()}`;
