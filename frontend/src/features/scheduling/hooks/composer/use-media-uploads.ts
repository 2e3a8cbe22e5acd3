import type { MediaFileView } from '@posthorn/contracts/shared/media.http';
import { useEffect, useState } from 'react';
import { toast } from '#ui/toast-store.ts';
import { COMPOSER_TEXT } from '../../messages/composer.en.ts';
import { MediaUploads } from '../../api/media-uploads.ts';

type Messages = Readonly<{
  failed: (error: unknown) => { title: string; description: string };
  finished: string;
}>;

/** The uploads of a form. They stop when the form closes, and a toast reports the lost files. */
export function useMediaUploads(stored: readonly MediaFileView[], messages: Messages): MediaUploads {
  const [uploads] = useState(
    () =>
      new MediaUploads(stored, {
        refused: (title, description) => {
          toast({ title, description, variant: 'destructive' });
        },
        failed: (error) => {
          toast({ ...messages.failed(error), variant: 'destructive' });
        },
        finished: (count) => {
          toast({ title: messages.finished, description: COMPOSER_TEXT.uploadedCount(count) });
        },
      }),
  );
  useEffect(
    () => () => {
      const lost = uploads.close();
      if (lost > 0) toast({ ...COMPOSER_TEXT.lostFiles(lost), variant: 'destructive' });
    },
    [uploads],
  );
  return uploads;
}
