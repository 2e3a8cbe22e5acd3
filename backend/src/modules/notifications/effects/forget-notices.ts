import { defineHousekeeping } from '#infrastructure/effects/housekeeping.ts';
import { Notices } from '../stores/notices/notices.ts';

/** Deletes notices when their retention time is over. */
export const NoticeHousekeeping = defineHousekeeping({
  name: 'notices.housekeeping',
  logger: 'notices',
  needs: { notices: Notices },
  steps: ({ notices }) => [() => notices.forgetOld()],
});
