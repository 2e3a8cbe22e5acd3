type Measured = Readonly<{
  /** In pixels. */
  width: number;
  most: number;
  widthOf(words: string): number;
}>;

const MORE = '…';

/**
 * Breaks words into lines of at most this width, up to the given number of lines. It cuts a word that is too long, and ends cut text with an
 * ellipsis.
 */
export function breakLines(words: string, { width, most, widthOf }: Measured): string[] {
  const lines: string[] = [];
  let line = '';
  const all = words.split(' ').filter((word) => word !== '');
  for (const word of all) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (widthOf(longer) <= width) line = longer;
    else if (line === '' || lines.length + 1 === most) {
      return [...lines, cut(longer, width, widthOf)];
    } else {
      lines.push(line);
      line = word;
      if (widthOf(word) > width) return [...lines, cut(word, width, widthOf)];
    }
  }
  return line === '' ? lines : [...lines, line];
}

/** Binary search, because a word may have ten thousand letters. */
function cut(words: string, width: number, widthOf: Measured['widthOf']): string {
  const signs = Array.from(words);
  let [fits, tooMany] = [0, signs.length];
  while (tooMany - fits > 1) {
    const middle = Math.floor((fits + tooMany) / 2);
    if (widthOf(signs.slice(0, middle).join('') + MORE) <= width) fits = middle;
    else tooMany = middle;
  }
  return signs.slice(0, fits).join('').trimEnd() + MORE;
}
