import { fieldsOf, messageOf } from '#lib/api-client.ts';
import { Note } from '#ui/note.tsx';
import { SignInOnceMore } from '#ui/sign-in-once-more.tsx';

type RefusedProps = Readonly<{
  error: Error | null;
  /** What failed. */
  title: string;
  /** Used when the server gave no reason. */
  again: string;
}>;

/** Why the server refused a dialog's request. Messages about single fields stand at the fields. */
export const Refused = ({ error, title, again }: RefusedProps) =>
  error &&
  Object.keys(fieldsOf(error)).length === 0 && (
    <Note kind="error">
      <p className="font-medium">{title}</p>
      <p>{messageOf(error, again)}</p>
      <SignInOnceMore error={error} next="/settings" />
    </Note>
  );
