/** Markup that is safe to send unchanged. Only `markup` creates it, and `markup` escapes everything else. */
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

/** Template tag that escapes every value except `SafeMarkup`. It joins lists and skips null and false. */
export const markup = (strings: TemplateStringsArray, ...parts: readonly Part[]): SafeMarkup =>
  new SafeMarkup(strings.map((text, index) => text + markupOf(parts[index] ?? null)).join(''));

function markupOf(part: Part): string {
  if (part === null || part === false) return '';
  if (part instanceof SafeMarkup) return part.markup;
  if (typeof part === 'string' || typeof part === 'number') return escapeHtml(String(part));
  return part.map(markupOf).join('');
}
