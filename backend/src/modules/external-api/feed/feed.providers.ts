import { EventStreams } from './event-streams.ts';
import { FeedHousekeeping } from './feed-housekeeping.ts';
import { FeedRows } from './feed-rows.ts';
import { Feed } from './feed.ts';

export const feedProviders = [FeedRows, Feed, EventStreams, FeedHousekeeping];
