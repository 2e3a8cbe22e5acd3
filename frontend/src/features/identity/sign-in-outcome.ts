import {
  SIGN_IN_PROBLEM_TEXT,
  SIGN_IN_PROVIDER_NAMES,
  signInProviders,
  type SignInProblem,
  type SignInProvider,
} from '@posthorn/contracts/identity/sign-in-providers.http';

/** How a way to a provider and back has ended, as the address of the page tells it. */
export type SignInOutcome = Readonly<{
  linked?: SignInProvider | undefined;
  problem?: SignInProblem | undefined;
  provider?: SignInProvider | undefined;
}>;

/** Anybody can write an address, so only known words count; what is undefined here takes the place of what was written. */
export function signInOutcome(search: Readonly<Record<string, unknown>>): SignInOutcome {
  return {
    linked: providerIn(search['linked']),
    problem: problems.find((known) => known === search['problem']),
    provider: providerIn(search['provider']),
  };
}

export const problemText = ({ problem, provider }: SignInOutcome): string | null =>
  problem && provider ? SIGN_IN_PROBLEM_TEXT[problem](SIGN_IN_PROVIDER_NAMES[provider]) : null;

const problems = Object.keys(SIGN_IN_PROBLEM_TEXT) as SignInProblem[];
const providerIn = (value: unknown) => signInProviders.find((known) => known === value);
