import { POST } from '@posthorn/contracts/scheduling/posts.http';
import ImagePlus from 'lucide-react/icons/image-plus';
import { useId, useRef, useState, useSyncExternalStore, type DragEvent } from 'react';
import { classNames } from '#lib/class-names.ts';
import { FieldError } from '#ui/field-error.tsx';
import type { MediaItem, MediaUploads } from '../media-uploads.ts';
import { MediaItemRow } from './media-item-row.tsx';

type MediaFieldProps = Readonly<{
  uploads: MediaUploads;
  items: readonly MediaItem[];
  accept: string;
  error: string | undefined;
}>;

/** Files by picker, by drag and drop, or (on the whole form) pasted. */
export function MediaField({ uploads, items, accept, error }: MediaFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const hint = useId();
  const complaints = useSyncExternalStore(uploads.subscribe, uploads.complaints);
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
          'relative flex min-h-20 items-center gap-3 rounded-xl border border-dashed border-edge/60 px-4 py-3 transition-colors hover:bg-sunken has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-primary',
          over && 'border-primary bg-primary/5',
        )}
      >
        <ImagePlus aria-hidden className="size-6 shrink-0 text-muted" />
        <span className="text-sm">
          <span className="font-medium">Add media</span>
          <span id={hint} className="block text-muted">
            JPG, PNG or MP4 up to 50MB, {POST.filesMax} files at most. Drop them here, too.
          </span>
        </span>
        <input
          ref={input}
          type="file"
          multiple
          accept={accept}
          aria-label="Add media"
          aria-describedby={hint}
          className="sr-only"
          onChange={(event) => {
            uploads.add([...(event.target.files ?? [])]);
            // The same file may be chosen again after it was taken out.
            event.target.value = '';
          }}
        />
      </label>
      <FieldError message={error ?? (complaints.join(' ') || undefined)} />
      {items.length > 0 && (
        <ol aria-label="Attached media" className="space-y-2">
          {items.map((item, at) => (
            <MediaItemRow
              key={item.id}
              item={item}
              uploads={uploads}
              first={at === 0}
              last={at === items.length - 1}
            />
          ))}
        </ol>
      )}
    </div>
  );
}
