import { card, type Screen } from './screen.ts';

/** Drafts and the calendar. */
export const PLANNING_SCREENS: readonly Screen[] = [
  {
    name: 'drafts',
    path: '/posts?drafts=true',
    async then(page) {
      await card(page, 'Sourdough on Thursdays').waitFor();
    },
  },
  { name: 'drafts-empty', who: 'newcomer', path: '/posts?drafts=true' },
  { name: 'calendar', path: '/calendar' },
  { name: 'calendar-day', path: '/calendar?view=day' },
  {
    name: 'calendar-draft',
    path: ({ draftDay }) => `/calendar?day=${draftDay}`,
    over: true,
    async then(page) {
      await page.getByRole('button', { name: /Sourdough on Thursdays/u }).click();
      await page.getByRole('dialog').getByLabel('Move to').waitFor();
    },
  },
  {
    name: 'calendar-post',
    path: ({ twoLinesDay }) => `/calendar?day=${twoLinesDay}`,
    over: true,
    async then(page) {
      await page.getByRole('button', { name: /Two lines of text/u }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Post now' }).waitFor();
    },
  },
];
