import { BRAND } from '@posthorn/contracts/shared/brand';

/** Texts of signing in, which are part of every first load. */
export const IDENTITY_TEXT = {
  signIn: {
    home: 'Back to Home',
    title: 'Sign in',
    heading: `Sign in to ${BRAND.name}`,
    withEmail: 'Continue with Email',
    with: (provider: string) => `Continue with ${provider}`,
    hint: 'By email you get a link; there is no password. Your account is created automatically on first sign-in.',
    agree: 'By signing in you agree to our',
    terms: 'Terms of Service',
    and: 'and',
    privacy: 'Privacy Policy',
  },
  sandbox: { nothingLeaves: 'Sandbox: nothing goes out', arrived: 'See what arrived' },
} as const;
