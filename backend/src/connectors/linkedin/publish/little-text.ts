import { hashtagsIn } from '@posthorn/contracts/integrations/text-count';

/** learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/little-text-format */
const RESERVED = /[\\|{}@[\]()<>#*_~]/gu;
const HASHTAG_TEMPLATE = /\{hashtag\|\\?[#＃]\|((?:\\.|[^\\}])*)\}/gu;
const MENTION = /@\[((?:\\.|[^\\\]])*)\]\((?:\\.|[^\\)])*\)/gu;
const ESCAPE = /\\([\\|{}@[\]()<>#*_~])/gu;

const escaped = (text: string): string => text.replace(RESERVED, '\\$&');

/** A text for `commentary`: LinkedIn cuts it at the first reserved character that is not escaped. Hashtags stay hashtags. */
export function littleText(text: string): string {
  let rest = text;
  let little = '';
  for (const tag of hashtagsIn(text)) {
    const at = startOf(tag, rest);
    little += `${escaped(rest.slice(0, at))}{hashtag|\\#|${escaped(tag.slice(1))}}`;
    rest = rest.slice(at + tag.length);
  }
  return little + escaped(rest);
}

/** A tag may also stand within a web address before it, where it is none. */
function startOf(tag: string, text: string): number {
  for (const { index } of text.matchAll(new RegExp(tag.replace(/[.*+?^${}()|[\]\\]/gu, '\\$&'), 'gu'))) {
    const word = /\S*$/u.exec(text.slice(0, index))?.[0] ?? '';
    if (!/https?:\/\//iu.test(word) && !/[\p{L}\p{N}_&]$/u.test(word)) return index;
  }
  return text.indexOf(tag);
}

/** What a reader sees of a commentary. */
export const plainText = (commentary: string): string =>
  commentary
    .replace(HASHTAG_TEMPLATE, (_, word: string) => `\\#${word}`)
    .replace(MENTION, '$1')
    .replace(ESCAPE, '$1');

/** LinkedIn replaces addresses by short ones of its own (lnkd.in), and white space may change on the way. */
const essence = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/https?:\/\/\S+/giu, '\u0000')
    .replace(/[\s\u200b\ufeff]+/gu, '');

/** Is this commentary, in the format in which we sent it or as a reader sees it, our text? */
export const isText = (sent: string, commentary: string): boolean =>
  [plainText(commentary), commentary].some((shown) => essence(shown) === essence(sent));
