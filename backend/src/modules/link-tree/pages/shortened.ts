const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** At most `max` characters as a reader counts them. It cuts at a space where one is near the end. */
export function shortened(text: string, max: number): string {
  const characters = Array.from(segmenter.segment(text.trim()), ({ segment }) => segment);
  if (characters.length <= max) return characters.join('');
  const kept = characters.slice(0, max - 1).join('');
  const space = kept.search(/\s\S*$/u);
  return `${(space > kept.length * 0.7 ? kept.slice(0, space) : kept).trimEnd()}…`;
}
