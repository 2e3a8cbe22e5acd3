import { expect, it } from '@jest/globals';
import type { ModelSettings } from '#infrastructure/config/model-settings.ts';
import { budgetFinding, modelFinding } from './findings.ts';

const OPENAI: ModelSettings = {
  key: 'sk-canary',
  baseUrl: 'https://api.openai.com/v1',
  model: 'm1',
  isOpenAi: true,
};
const OWN: ModelSettings = { ...OPENAI, baseUrl: 'http://localhost:11434/v1', isOpenAi: false };

it.each([
  ['note', null, null, 'Not configured: set OPENAI_API_KEY'],
  ['good', OPENAI, { names: ['m0', 'm1'] }, 'api.openai.com has m1.'],
  ['good', OWN, { names: ['m1:latest'] }, 'localhost:11434 has m1.'],
  ['bad', OPENAI, { names: ['m0'] }, 'This key cannot ask for m1: see OPENAI_MODEL.'],
  ['unclear', OWN, { names: ['m0'] }, 'localhost:11434 does not list m1'],
  ['bad', OPENAI, { status: 401 }, 'api.openai.com does not take this key: see OPENAI_API_KEY.'],
  ['bad', OWN, { status: null }, 'localhost:11434 does not answer: see OPENAI_BASE_URL.'],
  ['unclear', OWN, { status: 404 }, 'localhost:11434 answered 404'],
] as const)('is %s for the model %j that has %j', (state, settings, listed, text) => {
  const finding = modelFinding(settings, listed);
  expect(finding).toMatchObject({ about: 'Model', state, text: expect.stringContaining(text) });
  expect(finding.text).not.toContain('canary');
});

it.each([
  ['note', 0, 0, 'Not set: comments on X are not read.'],
  ['good', 5, 0.3, '$0.30 of $5.00 spent today (UTC).'],
  ['note', 5, 5.2, '$5.20 of $5.00 spent today (UTC): comments on X are read again after midnight (UTC).'],
] as const)('is %s for a budget of %d of which %d is spent', (state, budget, spent, text) => {
  expect(budgetFinding(budget, spent)).toMatchObject({ state, text: expect.stringContaining(text) });
});
