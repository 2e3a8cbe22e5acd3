import { plainText } from './plain-text.ts';

/** From this similarity on, a text counts as a repetition. */
const REPETITION_MIN = 0.9;

const pairsOf = (text: string): readonly string[] => {
  const letters = Array.from(plainText(text).replace(/[^\p{L}\p{N}\p{M}\p{Extended_Pictographic}]/gu, ''));
  return letters.length < 2 ? letters : letters.slice(1).map((letter, at) => `${letters[at] ?? ''}${letter}`);
};

/** Dice's coefficient of letter pairs: 1 for the same text, 0 for nothing in common. */
function similarity(one: string, other: string): number {
  const [ours, theirs] = [pairsOf(one), pairsOf(other)];
  if (ours.length + theirs.length === 0) return 1;
  const remaining = new Map<string, number>();
  for (const pair of theirs) remaining.set(pair, (remaining.get(pair) ?? 0) + 1);
  let shared = 0;
  for (const pair of ours) {
    const count = remaining.get(pair) ?? 0;
    if (count > 0) shared += 1;
    remaining.set(pair, count - 1);
  }
  return (2 * shared) / (ours.length + theirs.length);
}

/** Returns true if the text is too similar to a recent reply. Repeated replies look automatic, and platforms treat them as spam. */
export const repeatsItself = (text: string, recentReplies: readonly string[]): boolean =>
  recentReplies.some((reply) => similarity(text, reply) >= REPETITION_MIN);
