const names = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });

/** `German (Deutsch)`. Undefined: the browser has no name for the code. */
export function languageName(code: string, own: string): string | undefined {
  const name = names.of(code);
  return name === undefined || name === own ? name : `${name} (${own})`;
}

export const languageOrder = new Intl.Collator('en').compare;
