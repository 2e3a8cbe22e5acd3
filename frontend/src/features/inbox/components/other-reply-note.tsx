import { Button } from '#ui/button.tsx';
import { Note } from '#ui/note.tsx';
import { OTHER_REPLY_TEXT as TEXT } from '../messages/later.en.ts';

type OtherReplyNoteProps = Readonly<{ text: string; onUse: () => void; onDelete: () => void }>;

/** Shows that this browser keeps other words for the same comment, for example of another window, and offers them. */
export function OtherReplyNote({ text, onUse, onDelete }: OtherReplyNoteProps) {
  return (
    <Note>
      <p role="status" className="font-semibold">
        {TEXT.title}
      </p>
      <section aria-label={TEXT.label} className="mt-1 rounded-lg bg-sunken p-2">
        <p dir="auto" className="line-clamp-4 wrap-anywhere whitespace-pre-wrap">
          {text}
        </p>
      </section>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button onClick={onUse}>{TEXT.use}</Button>
        <Button onClick={onDelete}>{TEXT.delete}</Button>
      </div>
    </Note>
  );
}
