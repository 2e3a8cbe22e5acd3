import { withoutEntities } from '../../kit/shown-text.ts';

/** The visible text of a status. Servers show links in two ways, and `links` chooses between them. */
export function plainText(html: string, links: 'as-shown' | 'as-linked' = 'as-shown'): string {
  const anchors = links === 'as-linked' ? html.replace(ANCHOR, linked) : html;
  const lines = anchors.replace(/<br\s*\/?>/giu, '\n').replace(/<\/p\s*>/giu, '\n\n');
  return withoutEntities(lines.replace(TAG, '')).trim();
}

// A hostile server chooses this text. A match without an end stops at the next `<`, not at the end of the text.
const TAG = /<[^<>]*>/gu;
const ANCHOR = /<a\b([^<>]*)>((?:(?!<\/?a\b).)*?)<\/a\s*>/gisu;

/** Mentions and hashtags link to pages of the server; their visible text is what was written. */
function linked(anchor: string, attributes: string, shown: string): string {
  const text = withoutEntities(shown.replace(TAG, ''));
  const href = /\bhref\s*=\s*(?:"([^"]*)"|'([^']*)')/iu.exec(attributes);
  return /^[@#＃]/u.test(text.trim()) || !href ? anchor : (href[1] ?? href[2] ?? '');
}

/** A text without what servers change: white space, a mention's host, an address's scheme and last slash, and the encoding of accents. */
function essence(text: string): string {
  return text
    .normalize('NFC')
    .replace(/https?:\/\/(\S+)/giu, (_, rest: string) => rest.replace(/(?<!\/)\/+$/u, ''))
    .replace(/(^|[^\w/])@([\w.-]+)@[\w.-]+\w/gu, '$1@$2')
    .replace(/[\s\u200b\u00ad\ufeff]+/gu, '');
}

/** Whether this status has the text that we sent. */
export function isText(sent: string, html: string): boolean {
  const wanted = essence(sent);
  return (['as-shown', 'as-linked'] as const).some((links) => essence(plainText(html, links)) === wanted);
}

/** Whether the source of a status, as its server stores it, is the text that we sent. */
export const isSource = (sent: string, source: string): boolean => essence(source) === essence(sent);

/**
 * Whether this status could be the text that we sent, shown by a server that interprets formatting marks. Such a server drops marks,
 * numbers of lists and addresses behind links, and adds nothing.
 */
export function mayBeText(sent: string, html: string): boolean {
  const wanted = lettersOf(sent);
  return (['as-shown', 'as-linked'] as const).some((links) => {
    const shown = lettersOf(plainText(html, links));
    return shown.length * 2 >= wanted.length && isWithin(shown, wanted);
  });
}

const lettersOf = (text: string): string => text.normalize('NFC').replace(/[^\p{L}\p{N}]+/gu, '');

/** Whether `whole` contains all of `part` in order, with any text in between. */
function isWithin(part: string, whole: string): boolean {
  let at = 0;
  for (const letter of whole) if (part.startsWith(letter, at)) at += letter.length;
  return at === part.length;
}
