import { plainText, wordsOf } from './plain-text.ts';

const WORDS_IN_A_ROW = 8;
const LETTERS_OF_SECRET = 8;

const lettersOf = (text: string): string => plainText(text).replace(/[^\p{L}\p{N}]/gu, '');
const reversed = (text: string): string => Array.from(text).reverse().join('');

/**
 * Returns true if the reply contains a part of a random word of the system prompt. Spaces or symbols between the
 * letters and a reversed order do not matter.
 */
const containsSecret = (text: string, secret: string): boolean => {
  const words = lettersOf(text);
  const letters = lettersOf(secret);
  const size = Math.min(LETTERS_OF_SECRET, letters.length);
  const pieces = Array.from({ length: letters.length - size + 1 }, (_, at) => letters.slice(at, at + size));
  return size > 3 && pieces.some((piece) => words.includes(piece) || words.includes(reversed(piece)));
};

/** Returns true if the text contains a part of a secret, or eight consecutive words of the system prompt. */
export function repeatsSystemText(text: string, systemText: string, secrets: readonly string[]): boolean {
  if (secrets.some((secret) => containsSecret(text, secret))) return true;
  const instructions = ` ${wordsOf(plainText(systemText)).join(' ')} `;
  const words = wordsOf(plainText(text));
  return words.some((_, at) => {
    const row = words.slice(at, at + WORDS_IN_A_ROW);
    return row.length === WORDS_IN_A_ROW && instructions.includes(` ${row.join(' ')} `);
  });
}
