import {
  linkSignInPath,
  SIGN_IN_PROVIDER_NAMES,
  type SignInProvider,
} from '@posthorn/contracts/identity/sign-in-providers.http';
import { useSuspenseQuery } from '@tanstack/react-query';
import { lazyPart } from '#lib/lazy-part.ts';
import { Button } from '#ui/button.tsx';
import { Part } from '#ui/part.tsx';
import { linkedSignInsQuery, useUnlinkSignIn } from '../api/linked-sign-ins.ts';
import { SETTINGS_TEXT } from '../messages/settings.en.ts';
import type { SignInSearch } from '../model/sign-in-search.ts';
import { ProviderIcon } from './provider-icon.tsx';

const TEXT = SETTINGS_TEXT.linked;

const SignInProblem = lazyPart(async () => (await import('./sign-in-problem.tsx')).SignInProblem);

type LinkedSignInsProps = Readonly<{
  providers: readonly SignInProvider[];
  /** May contain the reason why connecting a provider failed. */
  search: SignInSearch;
}>;

/** The providers that the operator has configured, with buttons that connect or disconnect them. */
export function LinkedSignIns({ providers, search }: LinkedSignInsProps) {
  const { data: linked } = useSuspenseQuery(linkedSignInsQuery);
  const unlink = useUnlinkSignIn();
  return (
    <>
      <p className="mt-0.5 text-sm text-muted">{TEXT.hint}</p>
      {search.problem !== undefined && (
        // The surrounding cards wait until the note has loaded, so that nothing moves.
        <Part shared>
          <SignInProblem search={search} />
        </Part>
      )}
      <ul className="mt-3 divide-y text-sm">
        {providers.map((provider) => {
          const name = SIGN_IN_PROVIDER_NAMES[provider];
          const isLinked = linked.some((one) => one.provider === provider);
          return (
            <li key={provider} className="flex min-h-11 flex-wrap items-center gap-x-3 py-2">
              <ProviderIcon provider={provider} />
              <span className="min-w-0 flex-1 basis-32">
                {name}
                <span className="block text-muted">{isLinked ? TEXT.connected : TEXT.notConnected}</span>
              </span>
              {isLinked ? (
                <Button
                  variant="quiet"
                  disabled={unlink.isPending && unlink.variables === provider}
                  aria-label={TEXT.disconnectOne(name)}
                  onClick={() => {
                    unlink.mutate(provider);
                  }}
                >
                  {TEXT.disconnect}
                </Button>
              ) : (
                <Button asChild>
                  <a href={linkSignInPath(provider)} aria-label={TEXT.connectOne(name)}>
                    {TEXT.connect}
                  </a>
                </Button>
              )}
            </li>
          );
        })}
      </ul>
    </>
  );
}
