type Measured = Readonly<{
  /** The maximum width of a line, in pixels. */
  width: number;
  /** The maximum number of lines. */
  most: number;
  widthOf(words: string): number;
}>;

const MORE = '…';

/**
 * Breaks a text into lines of at most this width, and into at most `most` lines. Shortens a text that is too long, or a word that is wider than
 * a line, and ends it with an ellipsis.
 */
export function breakLines(words: string, { width, most, widthOf }: Measured): string[] {
  const lines: string[] = [];
  let line = '';
  const all = words.split(' ').filter((word) => word !== '');
  for (const word of all) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (widthOf(longer) <= width) line = longer;
    else if (line === '' || lines.length + 1 === most) {
      return [...lines, shorten(longer, width, widthOf)];
    } else {
      lines.push(line);
      line = word;
      if (widthOf(word) > width) return [...lines, shorten(word, width, widthOf)];
    }
  }
  return line === '' ? lines : [...lines, line];
}

/** Shortens a text to the width of a line. Uses binary search, because a word may have ten thousand letters. */
function shorten(words: string, width: number, widthOf: Measured['widthOf']): string {
  const letters = Array.from(words);
  let [fitting, tooMany] = [0, letters.length];
  while (tooMany - fitting > 1) {
    const middle = Math.floor((fitting + tooMany) / 2);
    if (widthOf(letters.slice(0, middle).join('') + MORE) <= width) fitting = middle;
    else tooMany = middle;
  }
  return letters.slice(0, fitting).join('').trimEnd() + MORE;
}
