import { storable } from '#infrastructure/outgoing/storable-text.ts';

/** In UTF-16 units. A longer text is cut before it is processed, because the result would be cut anyway. */
const PROCESSED_MAX = 20_000;
const SPACE = /[\s\p{Cc}]+/gu;
/** Embeddings, overrides and isolates: these characters could reverse the text around the title. */
const DIRECTION_MARKS = /[\u202a-\u202e\u2066-\u2069]/gu;
const VISIBLE = /[^\s\p{Default_Ignorable_Code_Point}]/u;
const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Untrusted text as one line of at most `max` code points; empty if no character is visible. */
export function shownLine(text: string, max: number): string {
  const line = storable(text.slice(0, PROCESSED_MAX)).replace(DIRECTION_MARKS, '').replace(SPACE, ' ').trim();
  if (!VISIBLE.test(line)) return '';
  return Array.from(line).length <= max ? line : `${beginningOf(line, max - 1).trimEnd()}…`;
}

/** Cuts between visible characters, unless the first one is longer than `max`. */
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
