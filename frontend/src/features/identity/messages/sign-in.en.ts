import { BRAND } from '@posthorn/contracts/shared/brand';

/** Texts of the sign-in page. */
export const SIGN_IN_PAGE_TEXT = {
  home: 'Back to Home',
  title: 'Sign in',
  heading: `Sign in to ${BRAND.name}`,
  email: 'Email',
  withEmail: 'Continue with Email',
  with: (provider: string) => `Continue with ${provider}`,
  hint: 'We email you a link and a code, so you need no password. Your account is created automatically on first sign-in.',
  haveCode: 'I have a code',
  agree: 'By signing in you agree to our',
  and: 'and',
} as const;
