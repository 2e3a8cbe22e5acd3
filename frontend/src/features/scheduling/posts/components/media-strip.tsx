import type { MediaFileView } from '@posthorn/contracts/shared/media.http';
import { MediaThumb } from '../../components/media-thumb.tsx';

const SHOWN = 4;

export function MediaStrip({ files }: { files: readonly MediaFileView[] }) {
  if (files.length === 0) return null;
  const hidden = files.length - SHOWN;
  return (
    <ul aria-label="Media" className="flex gap-2">
      {files.slice(0, SHOWN).map((file, at) => (
        <li key={file.mediaUrl} className="relative">
          <MediaThumb
            kind={file.mediaType}
            src={file.thumbnailUrl ?? file.mediaUrl}
            alt={file.altText ?? file.originalName}
            className="size-16 sm:size-20"
          />
          {hidden > 0 && at === SHOWN - 1 && (
            <span className="absolute inset-0 flex items-center justify-center rounded-xl bg-scrim text-sm font-semibold text-on-scrim">
              +{hidden}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
