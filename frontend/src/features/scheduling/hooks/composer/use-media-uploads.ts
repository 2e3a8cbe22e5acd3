import type { MediaFileView } from '@posthorn/contracts/shared/media.http';
import { useEffect, useState } from 'react';
import { toast } from '#ui/toast-store.ts';
import { COMPOSER_TEXT } from '../../messages/composer.en.ts';
import { MediaUploads } from '../../api/media-uploads.ts';

type Words = Readonly<{
  failed: (error: unknown) => { title: string; description: string };
  finished: string;
}>;

/** The files of a form, for as long as the form is open. */
export function useMediaUploads(stored: readonly MediaFileView[], words: Words): MediaUploads {
  const [uploads] = useState(
    () =>
      new MediaUploads(stored, {
        refused: (title, description) => {
          toast({ title, description, variant: 'destructive' });
        },
        failed: (error) => {
          toast({ ...words.failed(error), variant: 'destructive' });
        },
        finished: (count) => {
          toast({ title: words.finished, description: COMPOSER_TEXT.uploadedCount(count) });
        },
      }),
  );
  useEffect(
    () => () => {
      uploads.close();
    },
    [uploads],
  );
  return uploads;
}
