import type { MediaItem } from '#modules/integrations/ports/publishing.ts';
import { Injectable } from '@nestjs/common';
import type { MediaRef } from '../../domain/post/post.ts';
import { MediaFiles } from '#infrastructure/media/store/media-files.ts';
import { nameIn } from '#infrastructure/media/store/media-row.ts';
import { namesOf } from './media-ref.ts';
import { MediaStore } from '#infrastructure/media/store/media-store.ts';

/** Lists the files of a post for connectors. */
@Injectable()
export class PostFiles {
  constructor(
    private readonly store: MediaStore,
    private readonly files: MediaFiles,
  ) {}

  /** @throws Error when a file is missing in the store */
  async itemsOf(ownerId: string, media: readonly MediaRef[]): Promise<readonly MediaItem[]> {
    // Events do not contain the codec.
    const codecs = await this.files.codecsOf(namesOf(media.filter(({ mediaType }) => mediaType === 'video')));
    return Promise.all(
      media.map(async (file): Promise<MediaItem> => {
        const { mediaUrl, mediaType, mimeType, bytes, width, height, durationSeconds } = file;
        const path = await this.store.pathOf(file);
        const altText = file.altText ?? '';
        const codec = codecs.get(nameIn(mediaUrl) ?? '') ?? null;
        const dimensions = { width, height, durationSeconds, ...(codec !== null && { codec }) };
        return { mediaUrl, ownerId, kind: mediaType, mimeType, bytes, ...dimensions, altText, path };
      }),
    );
  }
}
