import { defineHousekeeping } from '#infrastructure/effects/housekeeping.ts';
import { Notices } from '../stores/notices/notices.ts';

/** Clears away what nobody asks for any more. */
export const NoticeHousekeeping = defineHousekeeping({
  name: 'notices.housekeeping',
  logger: 'notices',
  needs: { notices: Notices },
  steps: ({ notices }) => [() => notices.forgetOld()],
});
