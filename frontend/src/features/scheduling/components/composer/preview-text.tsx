import { linkedIn } from '@posthorn/contracts/integrations/text-words';
import type { Platform } from '@posthorn/contracts/shared/platform';
import { useState, type ReactNode } from 'react';
import { classNames } from '#lib/class-names.ts';
import { COMPOSER_TEXT } from '../../messages/composer.en.ts';
import { folded } from '../../model/composer/preview-fold.ts';

const TEXT = COMPOSER_TEXT.preview;

type PreviewTextProps = Readonly<{ text: string; platform: Platform; className?: string }>;

/** Shows the text like the feed of the platform, folded after the same length. */
export function PreviewText({ text, platform, className }: PreviewTextProps) {
  const [open, setOpen] = useState(false);
  const fold = folded(text, platform);
  return (
    <p dir="auto" className={classNames('leading-relaxed whitespace-pre-wrap', className)}>
      {text === '' ? (
        <span className="text-muted">{TEXT.emptyText}</span>
      ) : (
        <Linked text={fold && !open ? fold.seen : text} />
      )}
      {fold && !open && '… '}
      {fold && (
        <button
          type="button"
          aria-expanded={open}
          // The touch target is large, but does not move the lines around the button.
          className="-my-[11px] inline-block min-h-[44px] min-w-[44px] py-[11px] text-left text-muted hover:underline"
          onClick={() => {
            setOpen(!open);
          }}
        >
          {open ? ` ${TEXT.less}` : fold.word}
        </button>
      )}
    </p>
  );
}

function Linked({ text }: { text: string }) {
  const parts: ReactNode[] = [];
  let read = 0;
  for (const { start, end } of linkedIn(text)) {
    parts.push(
      text.slice(read, start),
      <span key={start} className="text-primary">
        {text.slice(start, end)}
      </span>,
    );
    read = end;
  }
  return [...parts, text.slice(read)];
}
