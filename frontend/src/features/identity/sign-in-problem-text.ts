import { SIGN_IN_PROBLEM_TEXT } from '@posthorn/contracts/identity/sign-in-problems';
import { SIGN_IN_PROVIDER_NAMES } from '@posthorn/contracts/identity/sign-in-providers.http';
import type { SignInOutcome } from './sign-in-outcome.ts';

/** Apart from reading the address, which is part of every first load. */
export const problemText = ({ problem, provider }: SignInOutcome): string | null =>
  problem && provider ? SIGN_IN_PROBLEM_TEXT[problem](SIGN_IN_PROVIDER_NAMES[provider]) : null;
