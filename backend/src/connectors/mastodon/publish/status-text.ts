import { withoutEntities } from '../../kit/shown-text.ts';

/** The visible text of a status. `links`: whether a link appears as its visible text or as its URL. */
export function plainText(html: string, links: 'as-shown' | 'as-linked' = 'as-shown'): string {
  const anchors = links === 'as-linked' ? html.replace(ANCHOR, linkToUrl) : html;
  const lines = anchors
    .replace(BLOCK_EDGES, (tags) => (/<\/?p\b/iu.test(tags) ? '\n\n' : '\n'))
    .replace(/<br\s*\/?>/giu, '\n');
  return withoutEntities(lines.replace(TAG, '')).trim();
}

// The text may come from a hostile server. An unclosed tag ends at the next `<`, so that matching stays fast.
const TAG = /<[^<>]*>/gu;
/** Consecutive tags at which a browser begins a new line, with the white space after each tag. */
const BLOCK_EDGES = /(?:<\/?(?:p|div|pre|blockquote|ul|ol|li|h[1-6])\b[^<>]*>\s*)+/giu;
const ANCHOR = /<a\b([^<>]*)>((?:(?!<\/?a\b).)*?)<\/a\s*>/gisu;

/** Replaces a link with its URL. Keeps mentions and hashtags, whose visible text is the author's text. */
function linkToUrl(anchor: string, attributes: string, shown: string): string {
  const text = withoutEntities(shown.replace(TAG, ''));
  const href = /\bhref\s*=\s*(?:"([^"]*)"|'([^']*)')/iu.exec(attributes);
  return /^[@#＃]/u.test(text.trim()) || !href ? anchor : (href[1] ?? href[2] ?? '');
}

/**
 * Normalizes a text for comparison. Removes what servers change: white space, the host of a mention, the scheme and last slash of
 * a URL, and the encoding of accents.
 */
function comparableText(text: string): string {
  return text
    .normalize('NFC')
    .replace(/https?:\/\/(\S+)/giu, (_, rest: string) => rest.replace(/(?<!\/)\/+$/u, ''))
    .replace(/(^|[^\w/])@([\w.-]+)@[\w.-]+\w/gu, '$1@$2')
    .replace(/[\s\u200b\u00ad\ufeff]+/gu, '');
}

/** Whether a status has the text that we sent. */
export function isText(sent: string, html: string): boolean {
  const expected = comparableText(sent);
  return (['as-shown', 'as-linked'] as const).some(
    (links) => comparableText(plainText(html, links)) === expected,
  );
}

/** Whether the source text of a status is the text that we sent. */
export const isSource = (sent: string, source: string): boolean =>
  comparableText(source) === comparableText(sent);

/**
 * Whether a status could have the text that we sent, on a server that interprets formatting marks. Such a server removes marks,
 * list numbers and URLs of links, and adds nothing.
 */
export function mayBeText(sent: string, html: string): boolean {
  const expected = lettersOf(sent);
  return (['as-shown', 'as-linked'] as const).some((links) => {
    const shown = lettersOf(plainText(html, links));
    return shown.length * 2 >= expected.length && isSubsequence(shown, expected);
  });
}

const lettersOf = (text: string): string => text.normalize('NFC').replace(/[^\p{L}\p{N}]+/gu, '');

/** Whether `whole` contains all of `part` in order, with any text in between. */
function isSubsequence(part: string, whole: string): boolean {
  let at = 0;
  for (const letter of whole) if (part.startsWith(letter, at)) at += letter.length;
  return at === part.length;
}
