import type { Screen } from './screen.ts';

/** The results of posts: figures and history. */
export const RESULTS_SCREENS: readonly Screen[] = [
  { name: 'analytics', path: '/analytics' },
  {
    name: 'analytics-own-days',
    path: '/analytics?from=2026-01-01&to=2026-12-31&age=24h',
    async then(page) {
      await page.getByLabel('From').waitFor();
    },
  },
  { name: 'analytics-free', who: 'busy', path: '/analytics' },
  { name: 'history', path: ({ historyPath }) => historyPath },
  {
    name: 'history-details',
    path: ({ historyPath }) => historyPath,
    async then(page) {
      await page.getByText('Go back in time', { exact: true }).click();
      await page.getByRole('slider').press('Home');
      await page.getByText(/^After step 1 of/u).waitFor();
      await page
        .getByRole('button', { name: /^\d+ steps, Mastodon/u })
        .last()
        .click();
      await page.getByText('Technical details').click();
    },
  },
];
