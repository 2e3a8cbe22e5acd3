import type { Locator, Page } from 'playwright-core';
import type { Cast } from './cast.ts';
import type { Visitor } from './visitor.ts';

/** A screen, perhaps with an open dialog or menu, and the steps that open it. */
export type Screen = Readonly<{
  name: string;
  /** The user who opens the screen. Default: `ana`. */
  who?: 'newcomer' | 'busy' | 'careless' | 'nobody';
  path: string | ((cast: Cast) => string);
  /** The steps after the page has loaded. */
  then?: (page: Page, visitor: Visitor) => Promise<void>;
  /** Restores what `then` has changed. */
  last?: (page: Page) => Promise<void>;
  /** Opens the screen with a new session, because the server requires a new sign-in after 15 minutes. */
  newSession?: true;
  /** An overlay covers the page, so the picture shows only the window. */
  over?: true;
}>;

/** Finds a post or a comment by a part of its accessible name. */
export const card = (page: Page, text: string): Locator => page.getByRole('article', { name: text });
