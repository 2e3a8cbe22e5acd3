import { Clock } from '#infrastructure/clock.ts';
import { defineHousekeeping } from '#infrastructure/housekeeping.ts';
import { keptSince } from './feed.projection.ts';
import { FeedRows } from './feed-rows.ts';

/** Forgets events that are too old to be asked for. */
export const FeedHousekeeping = defineHousekeeping({
  name: 'external.feed-housekeeping',
  logger: 'external-api',
  needs: { rows: FeedRows, clock: Clock },
  steps: ({ rows, clock }) => [() => rows.forgetBefore(keptSince(clock.now()))],
});
