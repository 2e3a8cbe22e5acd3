import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Note } from '#ui/note.tsx';
import { COMPOSER_TEXT } from '../../messages/composer.en.ts';

const TEXT = COMPOSER_TEXT.draft;

/** Shows that the form contains a saved draft, and offers to discard the draft. */
export function DraftNotice({ onDiscard }: { onDiscard: () => void }) {
  const [seen, setSeen] = useState(false);
  if (seen) return null;
  return (
    <Note kind="info" className="items-center py-1">
      <div className="flex flex-wrap items-center gap-x-3">
        <span className="flex-1 basis-32">{TEXT.back}</span>
        <Button variant="link" size="inline" onClick={onDiscard}>
          {TEXT.startOver}
        </Button>
        <Button
          variant="link"
          size="inline"
          onClick={() => {
            setSeen(true);
          }}
        >
          {TEXT.keep}
        </Button>
      </div>
    </Note>
  );
}
