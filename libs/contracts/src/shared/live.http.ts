/** Server-sent events of the signed-in user. Each message says that a list has changed, and does not contain its data. */
export const LIVE_PATH = '/api/events';
/** In the query: the age of the page, in milliseconds. The server immediately sends what changed since the page requested its lists. */
export const LIVE_AGE = 'age';
export const LIVE_TOPICS = [
  'posts',
  'drafts',
  'accounts',
  'user',
  'comments',
  'notices',
  'analytics',
] as const;
export type LiveTopic = (typeof LIVE_TOPICS)[number];
/** The changes of a list, if there are only a few. `ids`: entries that the page can request. `gone`: entries that left the list. */
export type LiveChanges = Readonly<{ ids: readonly number[]; gone: readonly number[] }>;
/** Without `changes`, anything in the list may have changed. */
export type LiveMessage = Readonly<{ topic: LiveTopic; version: string; changes?: LiveChanges }>;
