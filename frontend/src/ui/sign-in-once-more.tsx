import { codeOf } from '#lib/api-client.ts';
import { UI_TEXT } from './messages.en.ts';

type SignInOnceMoreProps = Readonly<{
  error: unknown;
  /** The page to come back to. */
  next: string;
}>;

/** The way on where the server wants a newer sign-in; nothing after any other refusal. */
export const SignInOnceMore = ({ error, next }: SignInOnceMoreProps) =>
  codeOf(error) === 'identity.not-fresh' && (
    // A page of the server: a full load.
    <a
      href={`/login?next=${encodeURIComponent(next)}`}
      className="flex min-h-11 items-center text-primary underline underline-offset-4"
    >
      {UI_TEXT.signInOnceMore}
    </a>
  );
