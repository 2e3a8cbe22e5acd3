import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { RequestRefused } from '#infrastructure/http/errors/request-refused.ts';
import { cutPicture, deleteCuts, isPicture } from './cut-picture.ts';
import { FetchFile } from './fetch-file.ts';
import { UploadMedia } from './upload-media.command.ts';
import { notSupported } from './upload.errors.ts';

/** Far more than a profile picture of any platform has. */
const BYTES_MAX = 5_000_000;

type PictureSource = Readonly<{
  ownerId: string;
  address: string;
  /** The greatest side of the stored picture, in pixels. */
  side: number;
  signal: AbortSignal;
  /** Whether the picture is still needed. It is called after the download, before the picture is stored. */
  isStillNeeded: () => Promise<boolean>;
}>;

/** Stores pictures from URLs as small squares. Visitors load them from this server, never from the original URL. */
@Injectable()
export class FetchedPictures {
  constructor(
    private readonly fetching: FetchFile,
    private readonly commands: CommandBus,
  ) {}

  /**
   * Of a picture that is not square, it keeps the square in the middle. The sweep deletes the file after a day, unless a table of `MediaUses` lists it.
   * @returns the path of the stored picture; null when the picture is no longer needed
   * @throws RequestRefused in the same cases as `Uploads.fetch`
   */
  async store({ side, isStillNeeded, ...source }: PictureSource): Promise<string | null> {
    const { ownerId: userId, signal } = source;
    return this.fetching.withoutReservation({ ...source, bytesMax: BYTES_MAX }, async (file) => {
      try {
        if (!(await isPicture(file))) throw notSupported(file.originalName);
        const cut = await cutPicture(file, squareOf(side), { userId, signal });
        if (!(await isStillNeeded())) return null;
        // The last part of a URL may contain the name of a person.
        const files = cut.map(({ path }) => ({ path, originalName: 'picture' }));
        const [stored] = await this.commands.execute(new UploadMedia(userId, files, signal));
        return stored?.mediaUrl ?? null;
      } finally {
        await deleteCuts(file, 1);
      }
    });
  }
}

const squareOf =
  (most: number) =>
  ({ width, height }: Readonly<{ width: number; height: number }>) => {
    const side = Math.min(width, height, most);
    return [{ width: side, height: side }];
  };

const HOPELESS: ReadonlySet<string> = new Set([
  'external.address-not-allowed',
  'scheduling.file-too-large',
  'scheduling.file-too-complex',
  'scheduling.too-many-pixels',
  'scheduling.file-not-supported',
  'scheduling.file-not-readable',
]);

/** Whether another try with this URL would be refused again. */
export const isHopeless = (error: unknown): boolean =>
  error instanceof RequestRefused && HOPELESS.has(error.code);
