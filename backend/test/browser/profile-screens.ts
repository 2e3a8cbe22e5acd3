import { photo } from './composer.ts';
import type { Screen } from './screen.ts';

/** Profiles and the editor of the link page. */
export const PROFILE_SCREENS: readonly Screen[] = [
  { name: 'profile', path: '/profile/ana' },
  { name: 'profile-of-another', path: '/profile/busy' },
  { name: 'profile-empty', who: 'busy', path: '/profile/busy' },
  {
    name: 'profile-missing',
    path: '/profile/nobody',
    async then(page, visitor) {
      visitor.expects(/status of 404 .*\/api\/(users\/profile|posts\/public)\/nobody$/u);
      await page.getByRole('heading', { name: 'Profile Not Found' }).waitFor();
    },
  },
  { name: 'link-page-editor', path: '/settings/link-page' },
  {
    name: 'link-page-add',
    path: '/settings/link-page',
    over: true,
    async then(page) {
      await page.getByRole('button', { name: 'Add link' }).click();
      await page.getByRole('dialog', { name: 'Add link' }).waitFor();
    },
  },
  {
    name: 'photo-crop',
    path: '/settings/link-page',
    over: true,
    async then(page) {
      await page.getByLabel('Choose a photo').setInputFiles(await photo('me.jpg'));
      await page.getByRole('slider', { name: 'Zoom' }).waitFor();
    },
  },
];
