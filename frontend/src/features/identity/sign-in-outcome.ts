import { SIGN_IN_PROBLEM_TEXT } from '@posthorn/contracts/identity/sign-in-problems';
import { SIGN_IN_PROVIDER_NAMES, signInProblems } from '@posthorn/contracts/identity/sign-in-providers.http';
import { providerIn } from './linked-by.ts';
import type { SignInSearch } from './sign-in-search.ts';

export function problemText({ problem, provider }: SignInSearch): string | null {
  const known = signInProblems.find((one) => one === problem);
  const at = providerIn(provider);
  return known && at ? SIGN_IN_PROBLEM_TEXT[known](SIGN_IN_PROVIDER_NAMES[at]) : null;
}
