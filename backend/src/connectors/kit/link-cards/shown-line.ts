import { storable } from '#infrastructure/outgoing/storable-text.ts';

/** Whatever is longer is cut before it is looked at, in UTF-16 units: it would only be cut afterwards. */
const LOOKED_AT = 20_000;
const SPACE = /[\s\p{Cc}]+/gu;
/** Embeddings, overrides and isolates: they turn around what stands beside the title, on a page that is not its own. */
const TURNS_AROUND = /[\u202a-\u202e\u2066-\u2069]/gu;
const VISIBLE = /[^\s\p{Default_Ignorable_Code_Point}]/u;
const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** A stranger's words as one line of `max` code points at most; empty when there is nothing to see. */
export function shownLine(text: string, max: number): string {
  const line = storable(text.slice(0, LOOKED_AT)).replace(TURNS_AROUND, '').replace(SPACE, ' ').trim();
  if (!VISIBLE.test(line)) return '';
  return Array.from(line).length <= max ? line : `${beginningOf(line, max - 1).trimEnd()}…`;
}

/** Cut between characters as readers see them, unless the first is longer than all there may be. */
function beginningOf(line: string, max: number): string {
  let length = 0;
  let end = 0;
  for (const { segment, index } of segmenter.segment(line)) {
    length += Array.from(segment).length;
    if (length > max) break;
    end = index + segment.length;
  }
  return end > 0 ? line.slice(0, end) : Array.from(line).slice(0, max).join('');
}
