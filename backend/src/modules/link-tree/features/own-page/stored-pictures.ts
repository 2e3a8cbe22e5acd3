import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { nameIn } from '#infrastructure/media/store/media-row.ts';
import type { SizesOf } from '#infrastructure/media/upload/cut-picture.ts';
import type { ReceivedFile } from '#infrastructure/media/upload/received-file.ts';
import { UploadMedia } from '#infrastructure/media/upload/upload-media.command.ts';
import type { PagePicture } from '../../domain/link-page/link-page-events.ts';
import { BannerFiles } from '../../stores/banners/banner-files.ts';
import { cropPicture, deleteCrops } from '../../stores/banners/crop-picture.ts';

/** Stores all sizes of a picture for a page. The caller then appends the event. */
@Injectable()
export class StoredPictures {
  constructor(
    private readonly commands: CommandBus,
    private readonly files: BannerFiles,
  ) {}

  /**
   * Stores the files. If no event follows, `KeepBanner` releases the files some minutes later. If the process ends after the event,
   * `link-tree.keep-banner` releases the files of the earlier picture.
   * @param signal aborted when the client disconnects; the function then throws its reason
   * @returns the sizes, the widest first
   * @throws RequestRefused, like any upload
   */
  async store(
    userId: string,
    file: ReceivedFile,
    sizes: SizesOf,
    signal: AbortSignal,
  ): Promise<PagePicture[]> {
    try {
      const crops = await cropPicture(file, sizes, { userId, signal });
      const views = await this.commands.execute(new UploadMedia(userId, crops, signal));
      const names = views.flatMap(({ mediaUrl }) => nameIn(mediaUrl) ?? []);
      if ((await this.files.attach(userId, names)) < names.length) throw new PictureGone();
      return views.map(({ mediaUrl, width, height }) => ({
        mediaUrl,
        width: width ?? 0,
        height: height ?? 0,
      }));
    } finally {
      await deleteCrops(file);
    }
  }
}

/** The sweep has deleted the files between two statements. This happens only if the process was suspended. */
class PictureGone extends Error {
  override readonly name = 'PictureGone';
}
