const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Shortens the text to `max` graphemes. If the last 30 % contain a space, the cut is at the last space. */
export function shortened(text: string, max: number): string {
  const characters = Array.from(segmenter.segment(text.trim()), ({ segment }) => segment);
  if (characters.length <= max) return characters.join('');
  const cut = characters.slice(0, max - 1).join('');
  const space = cut.search(/\s\S*$/u);
  return `${(space > cut.length * 0.7 ? cut.slice(0, space) : cut).trimEnd()}…`;
}
