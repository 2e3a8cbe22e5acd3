import { expect, it } from '@jest/globals';
import { readAnswer } from './answer-schema.ts';

const good = { action: 'reply', text: 'Hi', language: 'en', sentiment: 'neutral', flags: [] };

it('parses the requested JSON, even between Markdown fences, and ignores other fields', () => {
  const answer = { kind: 'reply', text: 'Hi', language: 'en', sentiment: 'neutral', flags: [] };
  expect(readAnswer(JSON.stringify({ ...good, power: 'all' }))).toEqual(answer);
  expect(readAnswer(`\`\`\`json\n${JSON.stringify(good)}\n\`\`\``)).toEqual(answer);
  expect(readAnswer(`<think>\nMaybe {"action":"skip"}?\n</think>\n\n${JSON.stringify(good)}`)).toEqual(
    answer,
  );
  expect(
    readAnswer(JSON.stringify({ ...good, action: 'needs_person', flags: ['medical_or_legal'] })),
  ).toEqual({
    ...answer,
    kind: 'needs-person',
    flags: ['medical-or-legal'],
  });
  expect(readAnswer(JSON.stringify({ ...good, action: 'skip' }))).toEqual({
    kind: 'skip',
    sentiment: 'neutral',
    flags: [],
  });
});
it.each([
  'Sure! Hi',
  '',
  'null',
  '[]',
  JSON.stringify({ ...good, action: 'send' }),
  JSON.stringify({ ...good, text: 7 }),
  JSON.stringify({ ...good, sentiment: 'angry' }),
  JSON.stringify({ ...good, flags: ['fine'] }),
  JSON.stringify({ ...good, flags: 'spam' }),
  `${JSON.stringify(good)} and more`,
  `<think>${JSON.stringify(good)}`,
])('rejects the response %s', (content) => {
  expect(readAnswer(content)).toBeNull();
});
