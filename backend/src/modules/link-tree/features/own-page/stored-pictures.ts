import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { nameIn } from '#infrastructure/media/store/media-row.ts';
import type { SizesOf } from '#infrastructure/media/upload/cut-picture.ts';
import type { ReceivedFile } from '#infrastructure/media/upload/received-file.ts';
import { UploadMedia } from '#infrastructure/media/upload/upload-media.command.ts';
import type { PagePicture } from '../../domain/link-page/link-page-events.ts';
import { BannerFiles } from '../../stores/banners/banner-files.ts';
import { cropPicture, deleteCrops } from '../../stores/banners/crop-picture.ts';

/** Stores pictures of a page in their sizes, before an event names them. */
@Injectable()
export class StoredPictures {
  constructor(
    private readonly commands: CommandBus,
    private readonly files: BannerFiles,
  ) {}

  /**
   * When no event follows, the files are released some minutes later. When the process dies after the event, `link-tree.keep-banner` finishes
   * the work.
   * @param signal aborted when the client disconnects; its reason is thrown
   * @returns widest first
   * @throws RequestRefused as any upload
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

/** The sweep deleted the files between two statements. This happens only after the process was suspended. */
class PictureGone extends Error {
  override readonly name = 'PictureGone';
}
