import { POST } from '@posthorn/contracts/scheduling/posts.http';
import { MEDIA } from '@posthorn/contracts/shared/media.http';
import ImagePlus from 'lucide-react/icons/image-plus';
import { useId, useRef, useState, useSyncExternalStore, type DragEvent } from 'react';
import { classNames } from '#lib/class-names.ts';
import { PLATFORM_NAMES } from '#lib/platform-names.ts';
import { FieldError } from '#ui/field-error.tsx';
import type { MediaUploads } from '../../api/media-uploads.ts';
import type { ComposerMediaItem } from '../../model/composer/media-item.ts';
import { COMPOSER_TEXT } from '../../messages/composer.en.ts';
import { problemMark } from '../../model/composer/next-problem.ts';
import type { TargetFit } from '../../model/composer/target-fit.ts';
import type { Fixing } from './fix-buttons.tsx';
import { FitProblems } from './fit-problems.tsx';
import { MediaStrip } from './media-strip.tsx';

const TEXT = COMPOSER_TEXT.media;

type MediaFieldProps = Readonly<{
  uploads: MediaUploads;
  items: readonly ComposerMediaItem[];
  error: string | undefined;
  fits: readonly TargetFit[];
  fixing: Fixing;
}>;

/** Adds files from a picker or by drag and drop, and lists all files of the post. */
export function MediaField({ uploads, items, error, fits, fixing }: MediaFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const hint = useId();
  const hasProblem = fits.some(({ problems }) => problems.some(({ place }) => place === 'media'));
  const refusalMessages = useSyncExternalStore(uploads.subscribe, uploads.refusalMessages);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    uploads.add([...event.dataTransfer.files]);
  };
  return (
    <div className="space-y-2">
      <label
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => {
          setOver(false);
        }}
        onDrop={drop}
        className={classNames(
          'relative flex min-h-14 items-center gap-3 rounded-xl border border-dashed border-edge/60 px-4 py-2 transition-colors hover:bg-sunken has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-primary',
          over && 'border-primary bg-primary/5',
        )}
      >
        <ImagePlus aria-hidden className="size-6 shrink-0 text-muted" />
        <span className="text-sm">
          <span className="font-medium">{TEXT.add}</span>
          <span id={hint} className="block text-muted">
            {TEXT.hint(POST.filesMax)}
          </span>
        </span>
        <input
          ref={input}
          type="file"
          multiple
          accept={MEDIA.accept}
          aria-label={TEXT.add}
          aria-describedby={hasProblem ? `${hint} ${hint}-todo` : hint}
          {...problemMark(hasProblem)}
          className="sr-only"
          onChange={(event) => {
            uploads.add([...(event.target.files ?? [])]);
            // An empty value lets the user select the same file again after its removal.
            event.target.value = '';
          }}
        />
      </label>
      <FieldError message={error ?? (refusalMessages.join(' ') || undefined)} />
      <FitProblems id={`${hint}-todo`} fits={fits} place="media" fixing={fixing} />
      <MediaStrip items={items} uploads={uploads} />
      {items.length > 0 && <NoAltTextNotice fits={fits} />}
    </div>
  );
}

/** Says which platforms show no picture descriptions, before the user writes a description. */
function NoAltTextNotice({ fits }: { fits: readonly TargetFit[] }) {
  const without = fits.filter(({ account }) => account.limits.media.altTextMax === 0);
  if (without.length === 0) return null;
  const names = [...new Set(without.map(({ account }) => PLATFORM_NAMES[account.platform]))];
  return <p className="text-sm text-muted">{TEXT.noAltText(new Intl.ListFormat('en').format(names))}</p>;
}
