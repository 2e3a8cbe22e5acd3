import type { MediaItem } from '#modules/integrations/ports/publishing.ts';
import { Injectable } from '@nestjs/common';
import type { MediaRef } from '../../domain/post/post.ts';
import { MediaStore } from '#infrastructure/media/store/media-store.ts';

/** The files of a post for connectors. */
@Injectable()
export class PostFiles {
  constructor(private readonly store: MediaStore) {}

  /** @throws Error when a file is missing in the store */
  itemsOf(ownerId: string, media: readonly MediaRef[]): Promise<readonly MediaItem[]> {
    return Promise.all(
      media.map(async (file): Promise<MediaItem> => {
        const { mediaUrl, mediaType, mimeType, bytes, width, height, durationSeconds } = file;
        const path = await this.store.pathOf(file);
        const altText = file.altText ?? '';
        const sides = { width, height, durationSeconds };
        return { mediaUrl, ownerId, kind: mediaType, mimeType, bytes, ...sides, altText, path };
      }),
    );
  }
}
