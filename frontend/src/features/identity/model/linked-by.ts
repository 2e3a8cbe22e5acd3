import { signInProviders, type SignInProvider } from '@posthorn/contracts/identity/sign-in-providers.http';
import type { SignInSearch } from './sign-in-search.ts';

/** Accepts only known providers, because an attacker may forge the URL. */
export const providerIn = (value: string | undefined): SignInProvider | null =>
  signInProviders.find((one) => one === value) ?? null;

export const linkedBy = ({ linked }: SignInSearch): SignInProvider | null => providerIn(linked);
