import CloudOff from 'lucide-react/icons/cloud-off';
import { useQueryErrorResetBoundary } from '@tanstack/react-query';
import { useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { ApiError, messageOf } from '#lib/api-client.ts';
import { Button } from '#ui/button.tsx';
import { Main } from '#ui/landmark.tsx';
import { ScreenHeading } from '#ui/screen-heading.tsx';
import { PROBLEM_TEXT as TEXT } from './messages.en.ts';

/** The page for a failed screen: explains what happened and what the user can do. */
export function TroublePage({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const queries = useQueryErrorResetBoundary();
  const retry = () => {
    queries.reset();
    reset();
    void router.invalidate();
  };
  return (
    <Main className="mx-auto flex min-h-[70dvh] max-w-md clear-right flex-col items-center justify-center px-[min(1.5rem,5vw)] text-center">
      <CloudOff aria-hidden className="mb-4 size-10 text-muted" />
      <ScreenHeading>{TEXT.title}</ScreenHeading>
      <p role="alert" className="mt-2 text-muted">
        {explain(error)}
      </p>
      <div className="mt-6 flex flex-wrap justify-center gap-2">
        <Button variant="primary" onClick={retry}>
          {TEXT.again}
        </Button>
        <Button
          onClick={() => {
            window.location.reload();
          }}
        >
          {TEXT.reload}
        </Button>
      </div>
    </Main>
  );
}

function explain(error: unknown): string {
  // The error of the screen says what failed to load, and its cause says why.
  if (error instanceof Error && error.cause instanceof ApiError)
    return `${error.message}. ${explain(error.cause)}`;
  if (error instanceof ApiError && error.reply)
    return TEXT.support(messageOf(error, ''), error.reply.requestId);
  // In every browser, a failed fetch and a failed import of code are TypeErrors.
  if (error instanceof TypeError) return TEXT.noServer;
  return TEXT.unknown;
}
