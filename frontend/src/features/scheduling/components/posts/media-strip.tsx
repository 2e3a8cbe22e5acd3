import type { MediaFileView } from '@posthorn/contracts/shared/media.http';
import { MediaThumb } from '../media-thumb.tsx';
import { CARD_TEXT } from '../../messages/posts.en.ts';

const SHOWN_MAX = 4;

type FilesProps = Readonly<{ files: readonly MediaFileView[] }>;

/** The first file, and the number of the others. */
export function FirstMedia({ files }: FilesProps) {
  const [first] = files;
  return (
    first && (
      <Picture
        file={first}
        more={files.length - 1}
        className="mt-0.5 size-[min(3.5rem,16vw)] shrink-0 rounded-lg"
      />
    )
  );
}

export function MediaStrip({ files }: FilesProps) {
  if (files.length === 0) return null;
  return (
    <ul aria-label={CARD_TEXT.media} className="mt-2 flex gap-2">
      {files.slice(0, SHOWN_MAX).map((file, index) => (
        <li key={file.mediaUrl}>
          <Picture
            file={file}
            more={index === SHOWN_MAX - 1 ? files.length - SHOWN_MAX : 0}
            className="size-16 sm:size-20"
          />
        </li>
      ))}
    </ul>
  );
}

type PictureProps = Readonly<{ file: MediaFileView; more: number; className: string }>;

function Picture({ file, more, className }: PictureProps) {
  return (
    <span className="relative block shrink-0">
      <MediaThumb
        kind={file.mediaType}
        src={file.thumbnailUrl ?? file.mediaUrl}
        alt={file.altText ?? file.originalName}
        className={className}
      />
      {more > 0 && (
        <span className="absolute inset-0 flex items-center justify-center rounded-lg bg-scrim text-sm font-semibold text-on-scrim">
          +{more}
        </span>
      )}
    </span>
  );
}
