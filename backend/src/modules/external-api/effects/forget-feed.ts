import { Clock } from '#infrastructure/clock.ts';
import { defineHousekeeping } from '#infrastructure/effects/housekeeping.ts';
import { FeedRows } from '../read-models/feed/feed-rows.ts';
import { keptSince } from '../read-models/feed/feed.projection.ts';

/** Deletes events past their retention time. */
export const FeedHousekeeping = defineHousekeeping({
  name: 'external.feed-housekeeping',
  logger: 'external-api',
  needs: { rows: FeedRows, clock: Clock },
  steps: ({ rows, clock }) => [() => rows.forgetBefore(keptSince(clock.now()))],
});
