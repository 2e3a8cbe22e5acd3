import { Button } from '#ui/button.tsx';
import { Note } from '#ui/note.tsx';
import { COMPOSER_TEXT } from '../../messages/composer.en.ts';

const TEXT = COMPOSER_TEXT.edit;

/** Warns that another window has changed the post since this form opened. Offers to restart the form with the new version. */
export function ChangeNotice({ onDiscard }: { onDiscard: () => void }) {
  return (
    <Note kind="warning" className="w-full items-center py-1">
      <div className="flex flex-wrap items-center gap-x-3">
        <span className="flex-1 basis-32">{TEXT.changed}</span>
        <Button variant="link" size="inline" onClick={onDiscard}>
          {TEXT.showChange}
        </Button>
      </div>
    </Note>
  );
}
