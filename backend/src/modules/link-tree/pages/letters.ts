import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type * as OpenType from 'opentype.js';
import type { Font, PathCommand } from 'opentype.js';

export type Weight = 500 | 700;
/** The parts of the font: Latin, Cyrillic and Greek with punctuation, but no other scripts and no emoji. */
const SUBSETS = [
  'latin',
  'latin-ext',
  'vietnamese',
  'cyrillic',
  'cyrillic-ext',
  'greek',
  'greek-ext',
] as const;

/** Draws texts as outlines. The product contains the font, so that all machines draw the same. */
export class Letters {
  readonly #fonts: readonly Font[];

  private constructor(fonts: readonly Font[]) {
    this.#fonts = fonts;
  }

  static async load(weight: Weight): Promise<Letters> {
    // Loads the library at run time. It has two builds with different exports, and a bundler would choose the wrong one.
    const fromPackages = createRequire(import.meta.url);
    const opentype = fromPackages('opentype.js') as typeof OpenType;
    const fonts = SUBSETS.map(async (subset) => {
      const file = fromPackages.resolve(
        `@fontsource/inter/files/inter-${subset}-${String(weight)}-normal.woff`,
      );
      const bytes = await readFile(file);
      return opentype.parse(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
    });
    return new Letters(await Promise.all(fonts));
  }

  /**
   * Returns the part of a text that the font can draw, with single spaces. Leaves out emoji and combining marks. Returns null if the font lacks a
   * letter or digit, because the rest would be a different word.
   */
  drawable(words: string): string | null {
    let kept = '';
    for (const letter of words.normalize('NFC')) {
      if (/\s/u.test(letter)) kept += ' ';
      else if (!/\p{M}|\p{C}/u.test(letter) && this.#fontOf(letter)) kept += letter;
      else if (/[\p{L}\p{N}]/u.test(letter)) return null;
    }
    return kept.replace(/ +/gu, ' ').trim();
  }

  /** Returns the width of a text, in pixels. @param size the size of the font, in pixels */
  widthOf(words: string, size: number): number {
    return this.#lettersWithFont(words).reduce(
      (sum, { font, letter }) => sum + advance(font, letter, size),
      0,
    );
  }

  /** Returns the data of an SVG path for a text that begins at `x`, with the baseline at `y`. Leaves out letters that the font lacks. */
  pathOf(words: string, x: number, y: number, size: number): string {
    let at = x;
    return this.#lettersWithFont(words)
      .map(({ font, letter }) => {
        const path = font.charToGlyph(letter).getPath(at, y, size).commands.map(pathPart).join('');
        at += advance(font, letter, size);
        return path;
      })
      .join('');
  }

  #lettersWithFont(words: string): { font: Font; letter: string }[] {
    return Array.from(words).flatMap((letter) => {
      const font = this.#fontOf(letter);
      return font ? [{ font, letter }] : [];
    });
  }

  /** Finds the font with this letter. Each subset is a separate font. */
  #fontOf(letter: string): Font | undefined {
    return this.#fonts.find((font) => font.charToGlyphIndex(letter) > 0);
  }
}

/** Replaces `toPathData` of the library, which writes NaN for some numbers. A renderer would ignore the rest of the path. */
function pathPart(command: PathCommand): string {
  const numbers = (...all: readonly number[]) => command.type + all.map((each) => each.toFixed(1)).join(' ');
  switch (command.type) {
    case 'M':
    case 'L':
      return numbers(command.x, command.y);
    case 'Q':
      return numbers(command.x1, command.y1, command.x, command.y);
    case 'C':
      return numbers(command.x1, command.y1, command.x2, command.y2, command.x, command.y);
    case 'Z':
      return 'Z';
  }
}

const advance = (font: Font, letter: string, size: number): number =>
  ((font.charToGlyph(letter).advanceWidth ?? 0) * size) / font.unitsPerEm;
