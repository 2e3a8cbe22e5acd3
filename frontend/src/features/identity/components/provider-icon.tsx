import type { SignInProvider } from '@posthorn/contracts/identity/sign-in-providers.http';
import { PlatformIcon } from '#ui/platform-icon.tsx';

/** Our own plain drawing, as those of the platforms are. */
export function ProviderIcon({ provider }: { provider: SignInProvider }) {
  if (provider === 'linkedin') return <PlatformIcon platform="linkedin" />;
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
      <path d="M17.5 7A7.5 7.5 0 1 0 19.5 12H12.5" />
    </svg>
  );
}
