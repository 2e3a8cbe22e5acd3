const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};

/** What a reader sees of a status. Servers differ in how they show a link; `links` chooses between the two ways. */
export function plainText(html: string, links: 'as-shown' | 'as-linked' = 'as-shown'): string {
  const anchors = links === 'as-linked' ? html.replace(ANCHOR, linked) : html;
  const lines = anchors.replace(/<br\s*\/?>/giu, '\n').replace(/<\/p\s*>/giu, '\n\n');
  return decoded(lines.replace(/<[^>]*>/gu, '')).trim();
}

const ANCHOR = /<a\b([^>]*)>(.*?)<\/a\s*>/gisu;

/** Mentions and hashtags link to pages of the server; their text is what was written. */
function linked(anchor: string, attributes: string, shown: string): string {
  const text = decoded(shown.replace(/<[^>]*>/gu, ''));
  const href = /\bhref\s*=\s*(?:"([^"]*)"|'([^']*)')/iu.exec(attributes);
  return /^[@#＃]/u.test(text.trim()) || !href ? anchor : (href[1] ?? href[2] ?? '');
}

const decoded = (text: string): string =>
  text.replace(
    /&(?:#(\d+)|#x([\da-f]+)|(\w+));/giu,
    (entity: string, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return NAMED[name.toLowerCase()] ?? entity;
      const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
      return code <= 0x10ffff ? String.fromCodePoint(code) : entity;
    },
  );

/**
 * A text without what servers change when they show it: white space, the host of a mention, scheme and last slash of an
 * address, the way an accent is written.
 */
function essence(text: string): string {
  return text
    .normalize('NFC')
    .replace(/https?:\/\/(\S+)/giu, (_, rest: string) => rest.replace(/\/+$/u, ''))
    .replace(/(^|[^\w/])@([\w.-]+)@[\w.-]+\w/gu, '$1@$2')
    .replace(/[\s\u200b\u00ad\ufeff]+/gu, '');
}

/** Is this status the text that we sent? */
export function isText(sent: string, html: string): boolean {
  const wanted = essence(sent);
  return (['as-shown', 'as-linked'] as const).some((links) => essence(plainText(html, links)) === wanted);
}
