import type { UserView } from '@posthorn/contracts/identity/session.http';
import { PHOTO } from '@posthorn/contracts/link-tree/photo.http';
import { useState } from 'react';
import { lazyPart } from '#lib/lazy-part.ts';
import { Avatar } from '#ui/avatar.tsx';
import { Button } from '#ui/button.tsx';
import { Part } from '#ui/part.tsx';
import { useRemovePhoto, useUploadPhoto } from '../../api/photo.ts';
import { PHOTO_TEXT as TEXT } from '../../messages/photo.en.ts';

const CropDialog = lazyPart(async () => (await import('./crop-dialog.tsx')).CropDialog);

/** The photo of the user, or the initials, with buttons that change the photo. */
export function ProfilePhoto({ user }: { user: UserView }) {
  const [file, setFile] = useState<File | null>(null);
  const { mutate: send, isPending: isSending } = useUploadPhoto(user.id);
  const { mutate: remove, isPending: isRemoving } = useRemovePhoto(user.id);
  const { profileImageUrl: photo } = user;
  const name = [user.firstName, user.lastName].filter(Boolean).join(' ') || user.username;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Avatar name={name} photo={photo} className="size-16" />
      <div className="min-w-0 flex-[1_1_11rem]">
        <div className="flex flex-wrap gap-2">
          <Button asChild>
            <label className="has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-primary">
              {isSending ? TEXT.uploading : photo === null ? TEXT.choose : TEXT.replace}
              <input
                type="file"
                accept={PHOTO.accept}
                aria-describedby="photo-hint"
                disabled={isSending}
                className="sr-only"
                onChange={({ target }) => {
                  setFile(target.files?.[0] ?? null);
                  // Lets the user choose the same file again.
                  target.value = '';
                }}
              />
            </label>
          </Button>
          {photo !== null && (
            <Button
              variant="quiet"
              disabled={isRemoving || isSending}
              onClick={() => {
                remove();
              }}
            >
              {TEXT.remove}
            </Button>
          )}
        </div>
        <p id="photo-hint" className="mt-1 text-sm text-muted">
          {TEXT.hint}
        </p>
      </div>
      {file && (
        <Part>
          <CropDialog
            file={file}
            onSave={send}
            onClose={() => {
              setFile(null);
            }}
          />
        </Part>
      )}
    </div>
  );
}
