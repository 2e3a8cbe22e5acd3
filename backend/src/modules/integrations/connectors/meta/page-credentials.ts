import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import { textOf } from '../json.ts';

/**
 * What the vault keeps of a Page, or of the Instagram account behind one. `accessToken` is the Page's own: it does not end
 * by time. `ownerId`: the page, or the Instagram account that publishes.
 */
export type PageCredentials = Readonly<{ accessToken: string; ownerId: string }>;

export const pageCredentials = (stored: JsonObject): PageCredentials => ({
  accessToken: textOf(stored['accessToken']) ?? '',
  ownerId: textOf(stored['ownerId']) ?? '',
});
