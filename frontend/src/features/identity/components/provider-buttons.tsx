import { SIGN_IN_PROVIDER_NAMES, signInPath } from '@posthorn/contracts/identity/sign-in-providers.http';
import { useQuery } from '@tanstack/react-query';
import { Button } from '#ui/button.tsx';
import { appStateQuery } from '../api/app-state.ts';
import { ProviderIcon } from './provider-icon.tsx';

/** Navigations to the providers that the operator has set up. */
export function ProviderButtons() {
  const { data: app } = useQuery(appStateQuery);
  return app?.signInProviders.map((provider) => (
    <Button key={provider} asChild size="large" className="mt-3 w-full">
      <a href={signInPath(provider)}>
        <ProviderIcon provider={provider} />
        Continue with {SIGN_IN_PROVIDER_NAMES[provider]}
      </a>
    </Button>
  ));
}
