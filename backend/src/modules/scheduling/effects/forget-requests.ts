import { Budgets } from '#infrastructure/effects/budgets.ts';
import { defineHousekeeping } from '#infrastructure/effects/housekeeping.ts';
import { FollowZones } from './follow-zones/follow-zones.ts';
import { UnusedSlots } from './quota/unused-slots.ts';
import { Attachments } from '../stores/post-media/attachments.ts';
import { KeepMedia } from './keep-media/keep-media.ts';
import { DraftRequests } from '../stores/drafts/draft-requests.ts';
import { Drafts } from '../stores/drafts/drafts.ts';
import { RepeatedRequests } from '../stores/idempotency-keys/repeated-requests.ts';

/** Requests that have not settled their files after this time were interrupted. */
const UNSETTLED_MS = 5 * 60_000;

/** Finishes or cleans up after interrupted requests, deletes old rows, and notes the zone data of this runtime. */
export const SchedulingHousekeeping = defineHousekeeping({
  name: 'scheduling.housekeeping',
  logger: 'Scheduling',
  needs: {
    slots: UnusedSlots,
    attachments: Attachments,
    keep: KeepMedia,
    requests: RepeatedRequests,
    drafts: Drafts,
    draftRequests: DraftRequests,
    zones: FollowZones,
    budgets: Budgets,
  },
  steps: ({ slots, attachments, keep, requests, drafts, draftRequests, zones, budgets }) => [
    () => zones.note(process.versions.tz ?? ''),
    () => slots.release(),
    async () => {
      for (const postId of await attachments.unsettled(UNSETTLED_MS)) await keep.settle(postId);
    },
    () => requests.forgetOld(),
    () => draftRequests.settleAll(),
    () => drafts.forgetOld(),
    () => budgets.sweep(),
  ],
});
