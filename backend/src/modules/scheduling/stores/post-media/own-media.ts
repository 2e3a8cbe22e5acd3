import type { MediaFileRequest } from '@posthorn/contracts/scheduling/posts.http';
import { Injectable } from '@nestjs/common';
import { MediaIsUnknown } from '../../domain/post/post-errors.ts';
import type { MediaRef } from '../../domain/post/post.ts';
import { MediaFiles } from '#infrastructure/media/store/media-files.ts';
import { nameIn } from '#infrastructure/media/store/media-row.ts';
import { mediaRef } from './media-ref.ts';

/** Finds the user's own files for the URLs in a request. */
@Injectable()
export class OwnMedia {
  constructor(private readonly files: MediaFiles) {}

  /** Returns each file once, in the order of the request. @throws MediaIsUnknown */
  async refs(ownerId: string, requested: readonly MediaFileRequest[]): Promise<MediaRef[]> {
    const byName = new Map<string, MediaFileRequest>();
    for (const file of requested) {
      const name = nameIn(file.mediaUrl);
      if (name === null) throw new MediaIsUnknown();
      if (!byName.has(name)) byName.set(name, file);
    }
    const rows = await this.files.ownedBy(ownerId, [...byName.keys()]);
    return [...byName].map(([name, { altText }]) => {
      const row = rows.get(name);
      if (!row) throw new MediaIsUnknown();
      return mediaRef(row, altText ? altText : null);
    });
  }
}
