import { createFileRoute, redirect } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { ownPathOf } from '@posthorn/contracts/shared/own-path';
import { appStateQuery } from '#features/identity/api/app-state.ts';
import { currentUserQuery } from '#features/identity/api/current-user.ts';
import { LazySignInProblem } from '#features/identity/components/lazy-sign-in-problem.tsx';
import { ProviderButton } from '#features/identity/components/provider-button.tsx';
import { SignInPage } from '#features/identity/components/sign-in-page.tsx';
import { signInSearch, type SignInSearch } from '#features/identity/model/sign-in-search.ts';

export const Route = createFileRoute('/login')({
  validateSearch: (search): SignInSearch & { next?: string } => ({
    ...signInSearch(search),
    ...(typeof search['next'] === 'string' && { next: search['next'] }),
  }),
  beforeLoad: async ({ context: { queryClient }, search }) => {
    if (search.problem !== undefined) return;
    // Ignores a failure, so that a visitor can still sign in.
    const user = await queryClient.query({ ...currentUserQuery, staleTime: 'static' }).catch(() => null);
    // eslint-disable-next-line @typescript-eslint/only-throw-error -- the router redirects by a thrown value
    if (user) throw redirect({ to: ownPathOf(search.next) ?? '/posts' });
  },
  component: LoginScreen,
});

/** The sign-in screen after a redirect inside the app. For a direct visit, the server sends the same page without the app. */
function LoginScreen() {
  const search = Route.useSearch();
  const { data: app } = useQuery(appStateQuery);
  return (
    <SignInPage
      problem={<LazySignInProblem search={search} />}
      providers={app?.signInProviders.map((provider) => (
        <ProviderButton key={provider} provider={provider} />
      ))}
    />
  );
}
