import {
  SIGN_IN_PROVIDER_NAMES,
  signInPath,
  type SignInProvider,
} from '@posthorn/contracts/identity/sign-in-providers.http';
import { Button } from '#ui/button.tsx';
import { SIGN_IN_PAGE_TEXT } from '../messages/sign-in.en.ts';
import { ProviderIcon } from './provider-icon.tsx';

/** A link to a sign-in provider that the operator has configured. */
export const ProviderButton = ({ provider }: { provider: SignInProvider }) => (
  <Button asChild size="large" className="mt-3 w-full">
    <a href={signInPath(provider)}>
      <ProviderIcon provider={provider} />
      {SIGN_IN_PAGE_TEXT.with(SIGN_IN_PROVIDER_NAMES[provider])}
    </a>
  </Button>
);
