import { useState, type ReactNode } from 'react';
import { COMPOSER_TEXT } from '../messages.en.ts';

const TEXT = COMPOSER_TEXT.preview;

/** What stands before a post on Mastodon: the rest is shown once a reader asks for it. Its web pages show no link card of such a post. */
export function ContentWarning({ text, children }: { text: string; children: ReactNode }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <div className="rounded-xl bg-sunken px-3 pt-2">
        <p>{text}</p>
        <button
          type="button"
          aria-expanded={open}
          className="min-h-11 font-medium text-primary hover:underline"
          onClick={() => {
            setOpen(!open);
          }}
        >
          {open ? TEXT.hidePost : TEXT.showMore}
        </button>
      </div>
      {open && children}
    </>
  );
}
