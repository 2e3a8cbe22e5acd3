import { BRAND } from '@posthorn/contracts/shared/brand';

/** Texts of the sign-in page. */
export const SIGN_IN_PAGE_TEXT = {
  home: 'Back to Home',
  title: 'Sign in',
  heading: `Sign in to ${BRAND.name}`,
  withEmail: 'Continue with Email',
  with: (provider: string) => `Continue with ${provider}`,
  hint: 'By email you get a link; there is no password. Your account is created automatically on first sign-in.',
  agree: 'By signing in you agree to our',
  and: 'and',
} as const;
