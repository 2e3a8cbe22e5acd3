/** The maximum length of a text that a model sees or writes, in code points. */
export const JUDGED_MAX = 2_000;

/** Control, format, private and unassigned characters, and all characters that Unicode does not display: blanks, selectors, tags. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800]/gu;
const LETTERS_AND_MARKS = /[\p{L}\p{M}\p{N}]+/gu;
const LATIN = /\p{Script=Latin}/u;

/** Letters of other alphabets that look like Latin letters. Source: confusables.txt of Unicode. */
const CONFUSABLES: Readonly<Record<string, string>> = {
  а: 'a',
  в: 'b',
  с: 'c',
  ԁ: 'd',
  е: 'e',
  ғ: 'f',
  ɡ: 'g',
  һ: 'h',
  і: 'i',
  ј: 'j',
  к: 'k',
  ӏ: 'l',
  м: 'm',
  п: 'n',
  о: 'o',
  р: 'p',
  ԛ: 'q',
  г: 'r',
  ѕ: 's',
  т: 't',
  ц: 'u',
  ѵ: 'v',
  ԝ: 'w',
  х: 'x',
  у: 'y',
  ё: 'e',
  А: 'A',
  В: 'B',
  С: 'C',
  Е: 'E',
  Н: 'H',
  І: 'I',
  Ј: 'J',
  К: 'K',
  М: 'M',
  О: 'O',
  Р: 'P',
  Ѕ: 'S',
  Т: 'T',
  Х: 'X',
  У: 'Y',
  З: '3',
  α: 'a',
  β: 'b',
  ε: 'e',
  η: 'n',
  ι: 'i',
  κ: 'k',
  μ: 'u',
  ν: 'v',
  ο: 'o',
  ρ: 'p',
  σ: 'o',
  τ: 't',
  υ: 'u',
  χ: 'x',
  γ: 'y',
  ω: 'w',
  Α: 'A',
  Β: 'B',
  Ε: 'E',
  Ζ: 'Z',
  Η: 'H',
  Ι: 'I',
  Κ: 'K',
  Μ: 'M',
  Ν: 'N',
  Ο: 'O',
  Ρ: 'P',
  Τ: 'T',
  Υ: 'Y',
  Χ: 'X',
  օ: 'o',
  ո: 'n',
  ս: 'u',
  հ: 'h',
  ց: 'g',
  զ: 'q',
};

/**
 * Returns a text as the model and most checks see it: without invisible characters, and with compatible forms as plain letters (NFKC).
 * A word that mixes alphabets gets Latin letters.
 * If checks and model saw different texts, a text could pass the checks and still reach the model.
 */
export const modelText = (text: string): string =>
  Array.from(
    visible(visible(text.slice(0, 8 * JUDGED_MAX)).normalize('NFKC'))
      .replace(LETTERS_AND_MARKS, inOneAlphabet)
      .trim(),
  )
    .slice(0, JUDGED_MAX)
    .join('');

/** Does not turn U+FEFF into a space: this character matches `\s`, but is invisible. */
const visible = (text: string): string => text.replace(/[^\S\uFEFF]+/gu, ' ').replace(INVISIBLE, '');

/** Replaces look-alike letters in a word that has Latin letters. Other words stay as they are. */
const inOneAlphabet = (word: string): string =>
  LATIN.test(word) ? Array.from(word, (letter) => CONFUSABLES[letter] ?? letter).join('') : word;
