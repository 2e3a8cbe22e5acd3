/** Markup that may be sent as it stands. Only `markup` makes it, and `markup` escapes whatever is not markup already. */
export class SafeMarkup {
  readonly markup: string;

  constructor(markup: string) {
    this.markup = markup;
  }
}

type Part = string | number | SafeMarkup | null | false | readonly Part[];

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (char) => ENTITIES[char] ?? char);

/** Template tag: every value in it is escaped, unless it is `SafeMarkup`; lists are joined, null and false leave nothing. */
export const markup = (strings: TemplateStringsArray, ...parts: readonly Part[]): SafeMarkup =>
  new SafeMarkup(strings.map((text, index) => text + markupOf(parts[index] ?? null)).join(''));

function markupOf(part: Part): string {
  if (part === null || part === false) return '';
  if (part instanceof SafeMarkup) return part.markup;
  if (typeof part === 'string' || typeof part === 'number') return escapeHtml(String(part));
  return part.map(markupOf).join('');
}
