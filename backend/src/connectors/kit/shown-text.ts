const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};

/** HTML's character references, as some answers have them in their texts. */
export const withoutEntities = (text: string): string =>
  text.replace(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,4}));/giu,
    (entity: string, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return NAMED[name.toLowerCase()] ?? entity;
      const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
      return code <= 0x10ffff ? String.fromCodePoint(code) : entity;
    },
  );

/**
 * A text without what platforms change when they show it: character references, white space and other signs that nobody
 * sees, the way an accent is written.
 */
export const essence = (text: string): string =>
  // Twice: who writes about "&amp;" may find it written as "&amp;amp;".
  withoutEntities(withoutEntities(text))
    .normalize('NFC')
    .replace(/[\s\p{Default_Ignorable_Code_Point}]+/gu, '');
