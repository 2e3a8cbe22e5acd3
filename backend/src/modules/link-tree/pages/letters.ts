import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type * as OpenType from 'opentype.js';
import type { Font, PathCommand } from 'opentype.js';

export type Weight = 500 | 700;
/** Latin, Cyrillic and Greek with punctuation. No other script, and no emoji. */
const SUBSETS = [
  'latin',
  'latin-ext',
  'vietnamese',
  'cyrillic',
  'cyrillic-ext',
  'greek',
  'greek-ext',
] as const;

/** Draws words as outlines. The product ships its font, because a machine may have none and every machine must draw the same. */
export class Letters {
  readonly #fonts: readonly Font[];

  private constructor(fonts: readonly Font[]) {
    this.#fonts = fonts;
  }

  static async load(weight: Weight): Promise<Letters> {
    // Loaded from its own package at run time, as the font is. Its two builds export differently, and a bundler would choose the wrong one.
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
   * The part of these words that can be drawn, with each run of spaces as one. Null when the font lacks one of the letters or digits,
   * because the rest would be a different word. It drops emoji and combining marks.
   */
  drawable(words: string): string | null {
    let kept = '';
    for (const sign of words.normalize('NFC')) {
      if (/\s/u.test(sign)) kept += ' ';
      else if (!/\p{M}|\p{C}/u.test(sign) && this.#fontOf(sign)) kept += sign;
      else if (/[\p{L}\p{N}]/u.test(sign)) return null;
    }
    return kept.replace(/ +/gu, ' ').trim();
  }

  /** The width in pixels. @param size of the font in pixels */
  widthOf(words: string, size: number): number {
    return this.#signs(words).reduce((sum, { font, sign }) => sum + advance(font, sign, size), 0);
  }

  /** The data of an SVG path whose words begin at `x` and have their baseline at `y`. It skips letters that the font lacks. */
  pathOf(words: string, x: number, y: number, size: number): string {
    let at = x;
    return this.#signs(words)
      .map(({ font, sign }) => {
        const path = font.charToGlyph(sign).getPath(at, y, size).commands.map(pathPart).join('');
        at += advance(font, sign, size);
        return path;
      })
      .join('');
  }

  #signs(words: string): { font: Font; sign: string }[] {
    return Array.from(words).flatMap((sign) => {
      const font = this.#fontOf(sign);
      return font ? [{ font, sign }] : [];
    });
  }

  /** Each subset is a separate font. */
  #fontOf(sign: string): Font | undefined {
    return this.#fonts.find((font) => font.charToGlyphIndex(sign) > 0);
  }
}

/** Replaces the library's own `toPathData`, which writes NaN for some numbers. A renderer ignores the rest of the path after it. */
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

const advance = (font: Font, sign: string, size: number): number =>
  ((font.charToGlyph(sign).advanceWidth ?? 0) * size) / font.unitsPerEm;
