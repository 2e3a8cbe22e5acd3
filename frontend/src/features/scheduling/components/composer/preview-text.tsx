import type { Platform } from '@posthorn/contracts/shared/platform';
import { useState } from 'react';
import { classNames } from '#lib/class-names.ts';
import { COMPOSER_TEXT } from '../../messages/composer.en.ts';
import { folded } from '../../model/composer/preview-fold.ts';

const TEXT = COMPOSER_TEXT.preview;
/** Addresses, hashtags and mentions, which platforms show as links. */
const LINKED = /(https?:\/\/\S+|(?<![\p{L}\p{N}])[#@][\p{L}\p{N}_][\p{L}\p{N}_.@-]*)/u;

type PreviewTextProps = Readonly<{ text: string; platform: Platform; className?: string }>;

/** The text as it stands in the platform's feed: folded where that folds it. */
export function PreviewText({ text, platform, className }: PreviewTextProps) {
  const [open, setOpen] = useState(false);
  const fold = folded(text, platform);
  return (
    <p className={classNames('leading-relaxed whitespace-pre-wrap', className)}>
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
          // For a thumb, without moving the lines above and below.
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

const Linked = ({ text }: { text: string }) =>
  text.split(LINKED).map((part, at) =>
    at % 2 === 0 ? (
      part
    ) : (
      <span key={at} className="text-primary">
        {part}
      </span>
    ),
  );
