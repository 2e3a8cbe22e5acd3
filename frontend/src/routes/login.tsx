import { BRAND } from '@posthorn/contracts/shared/brand';
import { requestLink } from '@posthorn/contracts/identity/session.http';
import { createFileRoute } from '@tanstack/react-router';
import Mail from 'lucide-react/icons/mail';
import { LazySignInProblem } from '#features/identity/components/lazy-sign-in-problem.tsx';
import { ProviderButtons } from '#features/identity/components/provider-buttons.tsx';
import { signInSearch, type SignInSearch } from '#features/identity/sign-in-search.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Main } from '#ui/landmark.tsx';
import { Logo } from '#ui/logo.tsx';
import { ScreenHeading } from '#ui/screen-heading.tsx';

export const Route = createFileRoute('/login')({
  validateSearch: (search): SignInSearch & { next?: string } => ({
    ...signInSearch(search),
    ...(typeof search['next'] === 'string' && { next: search['next'] }),
  }),
  component: LoginScreen,
});

function LoginScreen() {
  return (
    <Main className="mx-auto flex min-h-[80dvh] w-full max-w-md flex-col justify-center px-side py-10">
      <div className="mb-6 flex flex-col items-center text-center">
        <Logo className="size-14" />
        <ScreenHeading title="Sign in" className="mt-4">{`Sign in to ${BRAND.name}`}</ScreenHeading>
        <p className="mt-1 text-muted">{BRAND.tagline}</p>
      </div>
      <Card>
        <LazySignInProblem search={Route.useSearch()} />
        <Button asChild variant="primary" size="large" className="w-full">
          {/* A page of the server, without script: a full load. */}
          <a href={requestLink.path}>
            <Mail aria-hidden />
            Continue with Email
          </a>
        </Button>
        <ProviderButtons />
        <p className="mt-4 text-center text-sm text-muted">
          With email we send you a link; there is no password. Your account is created automatically on first
          sign-in.
        </p>
      </Card>
    </Main>
  );
}
