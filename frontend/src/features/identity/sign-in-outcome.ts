import {
  signInProblems,
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
export const signInOutcome = (search: Readonly<Record<string, unknown>>): SignInOutcome => ({
  linked: providerIn(search['linked']),
  problem: signInProblems.find((known) => known === search['problem']),
  provider: providerIn(search['provider']),
});

const providerIn = (value: unknown) => signInProviders.find((known) => known === value);
