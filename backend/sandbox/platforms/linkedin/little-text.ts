const RESERVED = '\\|{}@[]()<>#*_~';
const HASHTAG_TEMPLATE = /^\{hashtag\|\\[#＃]\|((?:\\.|[^\\{}|])+)\}/u;
const MENTION = /^@\[((?:\\.|[^\\[\]])+)\]\(urn:li:(?:person|organization):\w+\)/u;
const HASHTAG = /^#[\p{L}\p{N}]+/u;

const unescapeText = (text: string): string => text.replace(/\\(.)/gu, '$1');

/**
 * The part of a commentary (the text of a LinkedIn post, in the format "little text") that LinkedIn shows.
 * It ends at the first reserved character that is neither escaped nor markup.
 */
export function shownText(commentary: string): string {
  let shown = '';
  let rest = commentary;
  while (rest !== '') {
    const tag = HASHTAG_TEMPLATE.exec(rest);
    const mention = MENTION.exec(rest);
    const [plainTag] = HASHTAG.exec(rest) ?? [];
    const [first = ''] = rest;
    if (tag) shown += `#${unescapeText(tag[1] ?? '')}`;
    else if (mention) shown += unescapeText(mention[1] ?? '');
    else if (plainTag !== undefined) shown += plainTag;
    else if (first === '\\' && RESERVED.includes(rest.charAt(1)) && rest.length > 1) shown += rest.charAt(1);
    else if (RESERVED.includes(first)) return shown;
    else shown += first;
    const taken = tag?.[0] ?? mention?.[0] ?? plainTag ?? (first === '\\' ? rest.slice(0, 2) : first);
    rest = rest.slice(taken.length);
  }
  return shown;
}
