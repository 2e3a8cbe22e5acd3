import { REPLY_FLAGS, type ReplyFlag } from '@posthorn/contracts/inbox/reply-checks';
import type { Sentiment } from '@posthorn/contracts/inbox/comments.http';
import { cleanText } from '#infrastructure/http/edge/clean-text.ts';
import type { ModelAnswer } from './model-answer.ts';

const ACTIONS = ['reply', 'skip', 'needs_person'] as const;
const SENTIMENTS: readonly Sentiment[] = ['positive', 'neutral', 'negative'];
const FLAGS = REPLY_FLAGS.map((flag) => flag.replaceAll('-', '_'));

/** The schema for `response_format`. A strict schema requires every field and forbids others. */
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

/** Some servers put JSON between fences, although the prompt forbids it. */
const FENCED = /^\s*```(?:json)?\s*(\{.*\})\s*```\s*$/su;

/** Null: the answer does not match the schema. Text beside it is ignored. */
export function readAnswer(content: string): Exclude<ModelAnswer, { kind: 'failure' }> | null {
  const value = parsed(FENCED.exec(content)?.[1] ?? content);
  if (typeof value !== 'object' || value === null) return null;
  const { action, text, language, sentiment, flags } = value as Readonly<Record<string, unknown>>;
  const asked = ACTIONS.find((each) => each === action);
  const felt = SENTIMENTS.find((each) => each === sentiment);
  if (!asked || !felt || typeof text !== 'string' || typeof language !== 'string' || !Array.isArray(flags))
    return null;
  const named = flags.map((flag) => REPLY_FLAGS[FLAGS.indexOf(String(flag))]);
  if (!named.every((flag): flag is ReplyFlag => flag !== undefined)) return null;
  if (asked === 'skip') return { kind: 'skip', sentiment: felt, flags: named };
  const kind = asked === 'reply' ? 'reply' : 'needs-person';
  return { kind, text: cleanText(text), language: cleanText(language), sentiment: felt, flags: named };
}

function parsed(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    return null;
  }
}
