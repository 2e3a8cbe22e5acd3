import { codeOf } from '#lib/api-client.ts';
import { UI_TEXT } from './messages.en.ts';

type SignInOnceMoreProps = Readonly<{
  error: unknown;
  /** The page to which the user returns after the sign-in. */
  next: string;
}>;

/** A link to sign in again when the server requires a newer sign-in. Renders nothing for other errors. */
export const SignInOnceMore = ({ error, next }: SignInOnceMoreProps) =>
  codeOf(error) === 'identity.not-fresh' && (
    // A full page load, because the server renders the sign-in page.
    <a
      href={`/login?next=${encodeURIComponent(next)}`}
      className="flex min-h-11 items-center text-primary underline underline-offset-4"
    >
      {UI_TEXT.signInOnceMore}
    </a>
  );
