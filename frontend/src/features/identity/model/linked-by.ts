import { signInProviders, type SignInProvider } from '@posthorn/contracts/identity/sign-in-providers.http';
import type { SignInSearch } from './sign-in-search.ts';

/** Only known providers count, because anyone can craft a URL. */
export const providerIn = (value: string | undefined): SignInProvider | null =>
  signInProviders.find((one) => one === value) ?? null;

export const linkedBy = ({ linked }: SignInSearch): SignInProvider | null => providerIn(linked);
