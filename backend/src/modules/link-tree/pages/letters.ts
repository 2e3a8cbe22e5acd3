import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type * as OpenType from 'opentype.js';
import type { Font, PathCommand } from 'opentype.js';

export type Weight = 500 | 700;
/** Latin, Cyrillic and Greek with what stands beside them. No other script, and no emoji. */
const SUBSETS = [
  'latin',
  'latin-ext',
  'vietnamese',
  'cyrillic',
  'cyrillic-ext',
  'greek',
  'greek-ext',
] as const;

/** Words as outlines. The font comes with the product: a machine may have none, and a drawing must be the same on all. */
export class Letters {
  readonly #fonts: readonly Font[];

  private constructor(fonts: readonly Font[]) {
    this.#fonts = fonts;
  }

  static async load(weight: Weight): Promise<Letters> {
    // From its own folder, as the font: its two builds export differently, and a bundle would take the other one.
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
   * What of these words can be drawn, spaces made one. Null: they have letters or digits that the font has not, and the rest would
   * be another word. Emoji and marks that are set above and below letters are left out.
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

  /** In pixels. @param size of the font in pixels */
  widthOf(words: string, size: number): number {
    return this.#signs(words).reduce((sum, { font, sign }) => sum + advance(font, sign, size), 0);
  }

  /** Data of an SVG path whose words begin at `x` and stand on `y`. What the font has not is left out. */
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

  /** Each subset is a font of its own. */
  #fontOf(sign: string): Font | undefined {
    return this.#fonts.find((font) => font.charToGlyphIndex(sign) > 0);
  }
}

/** Not by the library's own `toPathData`, which makes NaN of some numbers: what stands behind them in the path is not drawn. */
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
