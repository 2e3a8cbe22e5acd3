/** Han and both kana count as one script, because one sentence mixes them. */
const SCRIPTS: Readonly<Record<string, RegExp>> = {
  latin: /\p{Script=Latin}/gu,
  cyrillic: /\p{Script=Cyrillic}/gu,
  greek: /\p{Script=Greek}/gu,
  arabic: /\p{Script=Arabic}/gu,
  hebrew: /\p{Script=Hebrew}/gu,
  devanagari: /\p{Script=Devanagari}/gu,
  'east asian': /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}]/gu,
  hangul: /\p{Script=Hangul}/gu,
  thai: /\p{Script=Thai}/gu,
};
const LETTER = /\p{L}/gu;
/** A name in another script does not change the language of a text. */
const PART_OF_COMMENT = 0.2;
const PART_OF_REPLY = 0.3;
const SOME_LETTERS = 3;

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

function scriptsOf(text: string): ReadonlyMap<string, number> {
  const known = Object.entries(SCRIPTS).map(([name, pattern]): [string, number] => [
    name,
    count(text, pattern),
  ]);
  const rest = count(text, LETTER) - known.reduce((sum, [, letters]) => sum + letters, 0);
  return new Map([...known, ['another', rest] as const].filter(([, letters]) => letters > 0));
}

/** The scripts of the comment; of the post when the comment has no letters. */
const expected = (comment: string, post: string): ReadonlySet<string> => {
  const scripts = scriptsOf(count(comment, LETTER) > 0 ? comment : post);
  const all = [...scripts.values()].reduce((sum, letters) => sum + letters, 0);
  return new Set(
    [...scripts].filter(([, letters]) => letters / all >= PART_OF_COMMENT).map(([name]) => name),
  );
};

/**
 * True for a reply in a script that its readers cannot read, or with a script that neither comment nor post uses.
 * Some Latin letters are normal in every language.
 */
export function isInAnotherScript(text: string, comment: string, post: string): boolean {
  const understood = expected(comment.normalize('NFKC'), post.normalize('NFKC'));
  if (understood.size === 0) return false;
  const letters = count(text, LETTER);
  const inPost = scriptsOf(post);
  return [...scriptsOf(text.normalize('NFKC'))].some(([name, used]) => {
    if (understood.has(name)) return false;
    if (used / letters > PART_OF_REPLY) return true;
    return name !== 'latin' && !inPost.has(name) && used >= SOME_LETTERS;
  });
}
