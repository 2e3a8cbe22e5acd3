import { BRAND } from '@posthorn/contracts/shared/brand';
import { expect, it } from '@jest/globals';
import { isWellFormed, newApiToken, previewOf } from './token-format.ts';

it('has the form that secret scanners look for, and differs each time', () => {
  const tokens = Array.from({ length: 200 }, newApiToken);
  for (const token of tokens) {
    expect(token).toMatch(/^posthorn_pat_[0-9A-Za-z]{49}$/u);
    expect(isWellFormed(token)).toBe(true);
  }
  expect(new Set(tokens).size).toBe(tokens.length);
});

it('recognizes each of 10,000 typos by the check sum alone', () => {
  const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
  const token = newApiToken();
  const start = BRAND.apiTokenPrefix.length;
  for (let number = 0; number < 10_000; number++) {
    const at = start + (number % (token.length - start));
    const other = digits[(digits.indexOf(token[at] ?? '') + 1 + (number % 61)) % 62] ?? '';
    const typo = token.slice(0, at) + other + token.slice(at + 1);
    expect([typo, isWellFormed(typo)]).toEqual([typo, false]);
  }
});

it('refuses a token that is cut off, longer, or of another product', () => {
  const token = newApiToken();
  for (const wrong of ['', token.slice(0, -1), `${token}0`, token.replace('_pat_', '_pit_'), `${token}\n`])
    expect([wrong, isWellFormed(wrong)]).toEqual([wrong, false]);
});

it('shows four digits from each end', () => {
  expect(previewOf(`${BRAND.apiTokenPrefix}Abcd${'0'.repeat(41)}wxyz`)).toBe('Abcd…wxyz');
});
