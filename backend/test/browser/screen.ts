import type { Locator, Page } from 'playwright-core';
import type { Cast } from './cast.ts';
import type { Visitor } from './visitor.ts';

/** A screen, perhaps with a dialog or a menu open, and the steps to it. */
export type Screen = Readonly<{
  name: string;
  /** Default: `ana`. */
  who?: 'newcomer' | 'busy' | 'careless' | 'nobody';
  path: string | ((cast: Cast) => string);
  then?: (page: Page, visitor: Visitor) => Promise<void>;
  /** Restores what `then` has changed. */
  last?: (page: Page) => Promise<void>;
  /** The server asks for a new sign-in when a session is older than 15 minutes: this screen begins with a new session. */
  newSession?: true;
  /** An overlay covers the page: the picture shows the window only. */
  over?: true;
}>;

/** Finds a post or a comment by words of its accessible name. */
export const card = (page: Page, text: string): Locator => page.getByRole('article', { name: text });
