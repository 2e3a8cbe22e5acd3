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
/** The share of letters from which a script belongs to the comment. One name in another script is less. */
const COMMENT_SHARE_MIN = 0.2;
/** The maximum share of letters of the reply in a script that the comment does not use. */
const REPLY_SHARE_MAX = 0.3;
/** This number of letters is too many in a script that neither comment nor post uses. */
const UNKNOWN_LETTERS_MIN = 3;

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

function scriptsOf(text: string): ReadonlyMap<string, number> {
  const known = Object.entries(SCRIPTS).map(([name, pattern]): [string, number] => [
    name,
    count(text, pattern),
  ]);
  const rest = count(text, LETTER) - known.reduce((sum, [, letters]) => sum + letters, 0);
  return new Map([...known, ['another', rest] as const].filter(([, letters]) => letters > 0));
}

/** Returns the scripts of the comment, or of the post if the comment has no letters. */
const expectedScripts = (comment: string, post: string): ReadonlySet<string> => {
  const scripts = scriptsOf(count(comment, LETTER) > 0 ? comment : post);
  const all = [...scripts.values()].reduce((sum, letters) => sum + letters, 0);
  return new Set(
    [...scripts].filter(([, letters]) => letters / all >= COMMENT_SHARE_MIN).map(([name]) => name),
  );
};

/**
 * Returns true if the reply has too many letters in a script that the comment does not use.
 * Three letters are too many if the post does not use the script either. This rule does not apply to Latin, because some Latin letters
 * are normal in every language.
 */
export function isInAnotherScript(text: string, comment: string, post: string): boolean {
  const understood = expectedScripts(comment.normalize('NFKC'), post.normalize('NFKC'));
  if (understood.size === 0) return false;
  const letters = count(text, LETTER);
  const inPost = scriptsOf(post);
  return [...scriptsOf(text.normalize('NFKC'))].some(([name, used]) => {
    if (understood.has(name)) return false;
    if (used / letters > REPLY_SHARE_MAX) return true;
    return name !== 'latin' && !inPost.has(name) && used >= UNKNOWN_LETTERS_MIN;
  });
}
