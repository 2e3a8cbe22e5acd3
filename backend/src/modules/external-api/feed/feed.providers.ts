import { EventStreams } from './event-streams.ts';
import { FeedHousekeeping } from './feed-housekeeping.ts';
import { FeedRows } from './feed-rows.ts';
import { Feed } from './feed.ts';
import { ListEventsHandler } from './list-events.query.ts';

export const feedProviders = [FeedRows, Feed, ListEventsHandler, EventStreams, FeedHousekeeping];
