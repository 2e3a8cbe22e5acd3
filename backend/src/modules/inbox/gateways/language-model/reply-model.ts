import { Logger } from '@nestjs/common';
import { readAnswer } from './answer-schema.ts';
import type { ChatClient, ModelsListed } from './chat-client.ts';
import type { ModelAnswer, TokensUsed } from './model-answer.ts';
import { PROMPT_VERSION, replyPrompt, type Prompt, type ReplyQuestion } from './reply-prompt.ts';

/** `prompt`: the prompt, which the checks of the response need. `moderated`: the content filter of the server rejects the text. */
export type ModelReply = TokensUsed &
  Readonly<{
    answer: ModelAnswer;
    prompt: Pick<Prompt, 'system' | 'secrets'>;
    moderated: boolean;
    model: string;
    promptVersion: string;
  }>;

/** The model that writes replies. The operator may have configured no model. */
export class ReplyModel {
  readonly #chat: ChatClient | null;
  readonly #logger = new Logger('inbox');

  constructor(chat: ChatClient | null) {
    this.#chat = chat;
  }

  get isConfigured(): boolean {
    return this.#chat !== null;
  }

  /** Returns the models that the server lists; null: no model is configured. */
  async listed(): Promise<ModelsListed | null> {
    return this.#chat && this.#chat.models();
  }

  /** Requests a reply, and repeats the request once if the response does not match the schema. Failures of the model do not throw. */
  async ask(question: ReplyQuestion): Promise<ModelReply> {
    const prompt = replyPrompt(question);
    const chat = this.#chat;
    if (!chat)
      return {
        answer: NOT_CONFIGURED,
        prompt,
        tokens: 0,
        moderated: false,
        model: '',
        promptVersion: PROMPT_VERSION,
      };
    const first = await askOnce(chat, prompt);
    const isUnreadable = first.answer.kind === 'failure' && first.answer.code === 'unreadable';
    const second = isUnreadable ? await askOnce(chat, prompt) : first;
    const { answer } = second;
    if (answer.kind === 'failure') this.#warn(chat.model, answer);
    return {
      answer,
      prompt,
      tokens: isUnreadable ? first.tokens + second.tokens : first.tokens,
      moderated: 'text' in answer && answer.text.trim() !== '' && (await chat.objectsTo(answer.text)),
      model: chat.model,
      promptVersion: PROMPT_VERSION,
    };
  }

  #warn(model: string, { code, detail }: Extract<ModelAnswer, { kind: 'failure' }>): void {
    // Level `error`, because the operator must act: correct the key or the name of the model, or pay.
    const level = code === 'key' || code === 'quota' ? 'error' : 'warn';
    this.#logger[level]({ msg: 'the model gave no reply', model, code, detail });
  }
}

const NOT_CONFIGURED: ModelAnswer = { kind: 'failure', code: 'not-configured', detail: 'there is no model' };

async function askOnce(
  chat: ChatClient,
  prompt: Prompt,
): Promise<TokensUsed & Readonly<{ answer: ModelAnswer }>> {
  const reply = await chat.ask(prompt);
  if (reply.kind === 'failure') return { answer: reply, tokens: reply.tokens };
  const answer = readAnswer(reply.content);
  return {
    answer: answer ?? { kind: 'failure', code: 'unreadable', detail: 'not the JSON that was asked for' },
    tokens: reply.tokens,
  };
}
