import { API_ACCESS_SCREENS } from './api-access-screens.ts';
import { COMPOSER_SCREENS } from './composer-screens.ts';
import { INBOX_SCREENS } from './inbox-screens.ts';
import { PLANNING_SCREENS } from './planning-screens.ts';
import { POSTS_SCREENS } from './posts-screens.ts';
import { PROFILE_SCREENS } from './profile-screens.ts';
import { PUBLIC_SCREENS } from './public-screens.ts';
import { RESULTS_SCREENS } from './results-screens.ts';
import type { Screen } from './screen.ts';
import { SETTINGS_SCREENS } from './settings-screens.ts';
import { SUBSCRIBE_SCREENS } from './subscribe-screens.ts';

/** All screens of the product. The screens of posts come first, because the drafts of the composer appear above the list. */
export const SCREENS: readonly Screen[] = [
  ...PUBLIC_SCREENS,
  ...SUBSCRIBE_SCREENS,
  ...POSTS_SCREENS,
  ...COMPOSER_SCREENS,
  ...PLANNING_SCREENS,
  ...INBOX_SCREENS,
  ...RESULTS_SCREENS,
  ...SETTINGS_SCREENS,
  ...API_ACCESS_SCREENS,
  ...PROFILE_SCREENS,
  { name: 'not-found', path: '/nowhere' },
  // This screen is last, because its fault stays in the browser of the visitor.
  {
    name: 'trouble',
    path: '/settings',
    async then(page, visitor) {
      visitor.expects(/status of 503 .*\/api\/connected-accounts$/u);
      // The router logs errors of a screen that could not be loaded.
      visitor.expects(/ApiError: 503/u);
      const reply = {
        message: 'The database does not answer.',
        code: 'server.database-unavailable',
        requestId: 'r-1',
      };
      await page.route('**/api/connected-accounts', (route) => route.fulfill({ status: 503, json: reply }));
      await page.reload();
      await page.getByRole('heading', { name: 'This page could not be loaded' }).waitFor();
    },
  },
];
