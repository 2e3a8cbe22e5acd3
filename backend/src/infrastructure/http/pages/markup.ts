/** A piece of HTML in which all inserted text is escaped. */
export type Html = Readonly<{ html: string }>;

/** Escapes values; inserts results of `markup` unchanged. */
export function markup(
  parts: TemplateStringsArray,
  ...values: readonly (string | Html | readonly Html[] | null)[]
): Html {
  const texts = values.map((value) => {
    if (value === null) return '';
    if (typeof value === 'string') return escape(value);
    return 'html' in value ? value.html : value.map(({ html }) => html).join('\n');
  });
  return { html: parts.reduce((text, part, index) => text + (texts[index - 1] ?? '') + part) };
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escape = (text: string): string => text.replace(/[&<>"']/g, (char) => ENTITIES[char] ?? '');
