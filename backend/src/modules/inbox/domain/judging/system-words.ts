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
  const inText = lettersOf(text);
  const inSecret = lettersOf(secret);
  const size = Math.min(LETTERS_OF_SECRET, inSecret.length);
  const pieces = Array.from({ length: inSecret.length - size + 1 }, (_, at) => inSecret.slice(at, at + size));
  // Three letters or fewer occur in ordinary texts too.
  return size > 3 && pieces.some((piece) => inText.includes(piece) || inText.includes(reversed(piece)));
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
