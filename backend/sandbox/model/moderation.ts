import type { JsonRecord } from '../http/json.ts';

/** The categories of `omni-moderation-latest` (developers.openai.com/api/reference/resources/moderations). */
const CATEGORIES = [
  ...['harassment', 'harassment/threatening', 'hate', 'hate/threatening', 'illicit', 'illicit/violent'],
  ...['self-harm', 'self-harm/instructions', 'self-harm/intent', 'sexual', 'sexual/minors'],
  ...['violence', 'violence/graphic'],
];
const FLAGGED_CATEGORY = 'harassment';

/** Returns a result for each text, with all fields of OpenAI. Flags one harmless word, so that specs need no offensive text. */
export function moderation(body: JsonRecord | null): JsonRecord {
  const input = body?.['input'];
  const texts: readonly unknown[] = Array.isArray(input) ? input : [input];
  return { id: 'modr-sandbox', model: 'omni-moderation-latest', results: texts.map(verdictOn) };
}

function verdictOn(text: unknown): JsonRecord {
  const flagged = typeof text === 'string' && /\bflagme\b/iu.test(text);
  const isFlagged = (category: string) => flagged && category === FLAGGED_CATEGORY;
  const each = <T>(value: (category: string) => T) =>
    Object.fromEntries(CATEGORIES.map((category) => [category, value(category)]));
  return {
    flagged,
    categories: each(isFlagged),
    category_scores: each((category) => (isFlagged(category) ? 0.97 : 0.001)),
    category_applied_input_types: each(() => ['text']),
  };
}
