import { linksIn } from '@posthorn/contracts/integrations/text-count';

/** The first web address of a text, without the punctuation that ends its sentence. */
export function firstLink(text: string): string | null {
  const bare = linksIn(text)[0]?.replace(/[.,;:!?'"…»”’]+$/u, '');
  if (bare === undefined) return null;
  // A bracket that was opened before the address closes after it.
  return bare.endsWith(')') && !bare.includes('(') ? bare.slice(0, -1) : bare;
}
