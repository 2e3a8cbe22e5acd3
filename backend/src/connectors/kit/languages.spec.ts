import { expect, it } from '@jest/globals';
import { languageField } from './languages.ts';

it('names each language in English and in the language itself', () => {
  const { choices } = languageField('');
  expect(choices).toHaveLength(85);
  for (const { value, label, own } of choices) {
    const english = new Intl.DisplayNames('en', { type: 'language' }).of(value);
    expect([value, label]).toEqual([value, english === own ? own : `${String(english)} (${own})`]);
  }
  const german = { value: 'de', label: 'German (Deutsch)', own: 'Deutsch' };
  expect(choices).toContainEqual(german);
  expect(choices).toContainEqual({ value: 'en', label: 'English', own: 'English' });
});
