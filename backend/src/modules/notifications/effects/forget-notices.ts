import { defineHousekeeping } from '#infrastructure/effects/housekeeping.ts';
import { Notices } from '../stores/notices/notices.ts';

/** Deletes notices past their retention time. */
export const NoticeHousekeeping = defineHousekeeping({
  name: 'notices.housekeeping',
  logger: 'notices',
  needs: { notices: Notices },
  steps: ({ notices }) => [() => notices.forgetOld()],
});
