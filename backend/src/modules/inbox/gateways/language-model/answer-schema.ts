import { REPLY_FLAGS, type ReplyFlag } from '@posthorn/contracts/inbox/reply-checks';
import type { Sentiment } from '@posthorn/contracts/inbox/comments.http';
import { cleanText } from '#infrastructure/http/edge/clean-text.ts';
import type { ModelAnswer } from './model-answer.ts';

const ACTIONS = ['reply', 'skip', 'needs_person'] as const;
const SENTIMENTS: readonly Sentiment[] = ['positive', 'neutral', 'negative'];
const FLAGS = REPLY_FLAGS.map((flag) => flag.replaceAll('-', '_'));

/** The schema for `response_format`. OpenAI demands that a strict schema requires every field and forbids all others. */
export const ANSWER_SCHEMA = {
  type: 'object',
  additionalProperties: false,
  required: ['action', 'text', 'language', 'sentiment', 'flags'],
  properties: {
    action: { type: 'string', enum: [...ACTIONS] },
    text: { type: 'string' },
    language: { type: 'string' },
    sentiment: { type: 'string', enum: [...SENTIMENTS] },
    flags: { type: 'array', items: { type: 'string', enum: FLAGS } },
  },
} as const;

/** JSON in a Markdown code block. Some servers return this form, although the prompt forbids it. */
const FENCED = /^\s*```(?:json)?\s*(\{.*\})\s*```\s*$/su;

/** The reasoning of models such as Qwen and DeepSeek R1. Some servers leave it in the text. */
const REASONING = /^\s*<think>.*?<\/think>/su;

/** Returns whether a text ends before the end of its reasoning. */
export const isOnlyReasoning = (content: string): boolean =>
  content.trimStart().startsWith('<think>') && !content.includes('</think>');

/** Parses the response of the model; null: it does not match the schema. */
export function readAnswer(content: string): Exclude<ModelAnswer, { kind: 'failure' }> | null {
  const text = content.replace(REASONING, '');
  const value = parsed(FENCED.exec(text)?.[1] ?? text);
  if (typeof value !== 'object' || value === null) return null;
  const { action, text: replyText, language, sentiment, flags } = value as Readonly<Record<string, unknown>>;
  const knownAction = ACTIONS.find((each) => each === action);
  const knownSentiment = SENTIMENTS.find((each) => each === sentiment);
  if (
    !knownAction ||
    !knownSentiment ||
    typeof replyText !== 'string' ||
    typeof language !== 'string' ||
    !Array.isArray(flags)
  )
    return null;
  const knownFlags = flags.map((flag) => REPLY_FLAGS[FLAGS.indexOf(String(flag))]);
  if (!knownFlags.every((flag): flag is ReplyFlag => flag !== undefined)) return null;
  if (knownAction === 'skip') return { kind: 'skip', sentiment: knownSentiment, flags: knownFlags };
  const kind = knownAction === 'reply' ? 'reply' : 'needs-person';
  return {
    kind,
    text: cleanText(replyText),
    language: cleanText(language),
    sentiment: knownSentiment,
    flags: knownFlags,
  };
}

function parsed(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    return null;
  }
}
