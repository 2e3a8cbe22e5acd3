import { fieldsOf, messageOf } from '#lib/api-client.ts';
import { Note } from '#ui/note.tsx';
import { SignInOnceMore } from '#ui/sign-in-once-more.tsx';

type RefusedProps = Readonly<{
  error: Error | null;
  /** The failed action. */
  title: string;
  /** The text if the server gave no reason. */
  again: string;
}>;

/** Shows why the server refused the request of a dialog. Shows nothing if the messages are about single fields. */
export const Refused = ({ error, title, again }: RefusedProps) =>
  error &&
  Object.keys(fieldsOf(error)).length === 0 && (
    <Note kind="error">
      <p className="font-medium">{title}</p>
      <p>{messageOf(error, again)}</p>
      <SignInOnceMore error={error} next="/settings" />
    </Note>
  );
