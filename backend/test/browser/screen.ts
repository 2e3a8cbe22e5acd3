import type { Locator, Page } from 'playwright-core';
import type { Cast } from './cast.ts';
import type { Visitor } from './visitor.ts';

/** A screen, or one with a dialog or a menu open, and the way to it. */
export type Screen = Readonly<{
  name: string;
  /** Default: ana. */
  who?: 'newcomer' | 'busy' | 'careless' | 'nobody';
  path: string | ((cast: Cast) => string);
  then?: (page: Page, visitor: Visitor) => Promise<void>;
  /** Puts back what `then` has changed. */
  last?: (page: Page) => Promise<void>;
  /** Something lies over the page: a picture shows the window alone. */
  over?: true;
}>;

/** A post or a comment, by words of its name. */
export const card = (page: Page, text: string): Locator => page.getByRole('article', { name: text });
