import type { LiveTopic } from '@posthorn/contracts/shared/live.http';

/** What programs follow; no page hears of it. */
export const FEED_TOPIC = 'feed';
export type NewsTopic = LiveTopic | typeof FEED_TOPIC;
