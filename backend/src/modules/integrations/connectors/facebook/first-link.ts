import { linksIn } from '@posthorn/contracts/integrations/text-count';

/** The first web address of a text that names its scheme, as Facebook wants it. */
export const firstLink = (text: string): string | null =>
  linksIn(text).find((link) => /^https?:/iu.test(link)) ?? null;
