import { SIGN_IN_PROBLEM_TEXT } from '@posthorn/contracts/identity/sign-in-problems';
import {
  SIGN_IN_PROVIDER_NAMES,
  signInProblems,
  signInProviders,
  type SignInProvider,
} from '@posthorn/contracts/identity/sign-in-providers.http';
import type { SignInSearch } from './sign-in-search.ts';

/** Anybody can write an address, so only known words count. */
export const linkedBy = ({ linked }: SignInSearch): SignInProvider | null => providerIn(linked);

export function problemText({ problem, provider }: SignInSearch): string | null {
  const known = signInProblems.find((one) => one === problem);
  const at = providerIn(provider);
  return known && at ? SIGN_IN_PROBLEM_TEXT[known](SIGN_IN_PROVIDER_NAMES[at]) : null;
}

const providerIn = (value: string | undefined) => signInProviders.find((one) => one === value) ?? null;
