import type { SignInProvider } from '@posthorn/contracts/identity/sign-in-providers.http';

/** Simple drawings of our own, because the full icon set would be too large for the sign-in page. */
const DRAWINGS: Readonly<Record<SignInProvider, string>> = {
  google: 'M17.5 7A7.5 7.5 0 1 0 19.5 12H12.5',
  linkedin: 'M6 10v9M6 6h.01M10.5 19v-9M10.5 14a3.7 3.7 0 0 1 7.5 0v5',
};

export function ProviderIcon({ provider }: { provider: SignInProvider }) {
  return (
    <svg
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
      className="size-5 shrink-0"
    >
      <path d={DRAWINGS[provider]} />
    </svg>
  );
}
