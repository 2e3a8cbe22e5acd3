import { expect, it } from '@jest/globals';
import type { Moderation } from 'openai/resources/moderations';
import { moderation } from './moderation.ts';

/** Every category that the types of OpenAI's client know. */
const NAMES: Readonly<Record<keyof Moderation.Categories, true>> = {
  harassment: true,
  'harassment/threatening': true,
  hate: true,
  'hate/threatening': true,
  illicit: true,
  'illicit/violent': true,
  'self-harm': true,
  'self-harm/instructions': true,
  'self-harm/intent': true,
  sexual: true,
  'sexual/minors': true,
  violence: true,
  'violence/graphic': true,
};

it('returns every category of OpenAI’s client, and flags only a text that contains `flagme`', () => {
  const { results } = moderation({ input: ['Please flagme now', 'Hello'] }) as unknown as {
    results: Moderation[];
  };
  expect(results.map(({ flagged }) => flagged)).toEqual([true, false]);
  for (const { categories, category_scores, category_applied_input_types } of results)
    for (const fields of [categories, category_scores, category_applied_input_types])
      expect(Object.keys(fields).sort()).toEqual(Object.keys(NAMES).sort());
  expect(results[0]?.categories.harassment).toBe(true);
  expect(results[1]?.categories.harassment).toBe(false);
});
