import { withoutEntities } from '../../kit/shown-text.ts';

/** What a reader sees of a status. Servers differ in how they show a link; `links` chooses between the two ways. */
export function plainText(html: string, links: 'as-shown' | 'as-linked' = 'as-shown'): string {
  const anchors = links === 'as-linked' ? html.replace(ANCHOR, linked) : html;
  const lines = anchors.replace(/<br\s*\/?>/giu, '\n').replace(/<\/p\s*>/giu, '\n\n');
  return withoutEntities(lines.replace(TAG, '')).trim();
}

// A hostile server chooses what these read: a match that finds no end gives up at the next `<`, not at the end of it all.
const TAG = /<[^<>]*>/gu;
const ANCHOR = /<a\b([^<>]*)>((?:(?!<\/?a\b).)*?)<\/a\s*>/gisu;

/** Mentions and hashtags link to pages of the server; their text is what was written. */
function linked(anchor: string, attributes: string, shown: string): string {
  const text = withoutEntities(shown.replace(TAG, ''));
  const href = /\bhref\s*=\s*(?:"([^"]*)"|'([^']*)')/iu.exec(attributes);
  return /^[@#＃]/u.test(text.trim()) || !href ? anchor : (href[1] ?? href[2] ?? '');
}

/**
 * A text without what servers change when they show it: white space, the host of a mention, scheme and last slash of an
 * address, the way an accent is written.
 */
function essence(text: string): string {
  return text
    .normalize('NFC')
    .replace(/https?:\/\/(\S+)/giu, (_, rest: string) => rest.replace(/(?<!\/)\/+$/u, ''))
    .replace(/(^|[^\w/])@([\w.-]+)@[\w.-]+\w/gu, '$1@$2')
    .replace(/[\s\u200b\u00ad\ufeff]+/gu, '');
}

/** Is this status the text that we sent? */
export function isText(sent: string, html: string): boolean {
  const wanted = essence(sent);
  return (['as-shown', 'as-linked'] as const).some((links) => essence(plainText(html, links)) === wanted);
}

/** Is this the source of a status, as its server keeps it, the text that we sent? */
export const isSource = (sent: string, source: string): boolean => essence(source) === essence(sent);

/**
 * Could this status be the text that we sent, shown by a server that reads marks of formatting in it? Such a server
 * leaves marks, numbers of lists and addresses behind links away, and adds nothing.
 */
export function mayBeText(sent: string, html: string): boolean {
  const wanted = lettersOf(sent);
  return (['as-shown', 'as-linked'] as const).some((links) => {
    const shown = lettersOf(plainText(html, links));
    return shown.length * 2 >= wanted.length && isWithin(shown, wanted);
  });
}

const lettersOf = (text: string): string => text.normalize('NFC').replace(/[^\p{L}\p{N}]+/gu, '');

/** All of `part`, in its order, with anything in between. */
function isWithin(part: string, whole: string): boolean {
  let at = 0;
  for (const letter of whole) if (part.startsWith(letter, at)) at += letter.length;
  return at === part.length;
}
