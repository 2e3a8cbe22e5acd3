import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Note } from '#ui/note.tsx';

/** What was typed last time is back; here is the way to be rid of it. */
export function DraftNotice({ onDiscard }: { onDiscard: () => void }) {
  const [seen, setSeen] = useState(false);
  if (seen) return null;
  return (
    <Note kind="info" className="items-center py-1">
      <div className="flex flex-wrap items-center gap-x-3">
        <span className="flex-1 basis-32">Your unsent draft is back.</span>
        <Button variant="link" size="inline" onClick={onDiscard}>
          Start over
        </Button>
        <Button
          variant="link"
          size="inline"
          onClick={() => {
            setSeen(true);
          }}
        >
          Keep it
        </Button>
      </div>
    </Note>
  );
}
