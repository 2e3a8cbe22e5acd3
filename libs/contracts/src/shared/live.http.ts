/** Server-sent events of the signed-in user. Each message says that a list has moved on, never what is in it now. */
export const LIVE_PATH = '/api/events';
export const LIVE_TOPICS = ['posts', 'accounts', 'user'] as const;
export type LiveTopic = (typeof LIVE_TOPICS)[number];
/** `ids`: all that has changed in the list, where that is little; without it anything may have. */
export type LiveMessage = Readonly<{ topic: LiveTopic; version: string; ids?: readonly number[] }>;
