import type { Screen } from './screen.ts';

/** Screens without a session: the landing page, legal texts, and the ways to sign in. */
export const PUBLIC_SCREENS: readonly Screen[] = [
  { name: 'landing', who: 'nobody', path: '/' },
  { name: 'landing-demo', who: 'nobody', path: '/#demo' },
  { name: 'login', who: 'nobody', path: '/login' },
  { name: 'terms', who: 'nobody', path: '/terms' },
  { name: 'privacy', who: 'nobody', path: '/privacy' },
  { name: 'api-reference', who: 'nobody', path: '/docs/api#createPost' },
  { name: 'sign-in-ask', who: 'nobody', path: '/api/login' },
  {
    name: 'sign-in-sent',
    who: 'nobody',
    path: '/api/login',
    async then(page) {
      await page.getByLabel('Email').fill('somebody@example.com');
      await page.getByRole('button', { name: 'Send me a link' }).click();
      await page.getByRole('link', { name: 'Open the sign-in link' }).waitFor();
    },
  },
  {
    name: 'sign-in-confirm',
    who: 'nobody',
    path: '/api/login',
    async then(page) {
      await page.getByLabel('Email').fill('confirm@example.com');
      await page.getByRole('button', { name: 'Send me a link' }).click();
      await page.getByRole('link', { name: 'Open the sign-in link' }).click();
      await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
    },
  },
  { name: 'sign-in-elsewhere', who: 'nobody', path: ({ link }) => link },
  { name: 'sign-in-code', who: 'nobody', path: '/api/login/code' },
  {
    name: 'sign-in-refused',
    who: 'nobody',
    path: '/api/login/verify?token=short',
    async then(_page, visitor) {
      visitor.expects(/status of 400 .*\/api\/login\/verify/u);
      return Promise.resolve();
    },
  },
  {
    name: 'unsubscribe-refused',
    who: 'nobody',
    path: '/api/unsubscribe/short',
    async then(_page, visitor) {
      visitor.expects(/status of 404 .*\/api\/unsubscribe/u);
      return Promise.resolve();
    },
  },
];
