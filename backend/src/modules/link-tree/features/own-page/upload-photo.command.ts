import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { ReceivedFile } from '#infrastructure/media/upload/received-file.ts';
import { changePhoto } from '../../domain/link-page/link-page.ts';
import { photoSizes } from '../../stores/banners/crop-picture.ts';
import { OwnPageWriter } from './own-page-writer.ts';
import { StoredPictures } from './stored-pictures.ts';

/** Changes the photo, which the page shows instead of the initials, on all plans. Returns the URL of its widest size. */
export class UploadPhoto extends Command<string> {
  constructor(
    readonly userId: string,
    readonly file: ReceivedFile,
    /** Aborted when the client disconnects; the command then throws its reason. */
    readonly signal: AbortSignal,
  ) {
    super();
  }
}

@CommandHandler(UploadPhoto)
export class UploadPhotoHandler implements ICommandHandler<UploadPhoto> {
  constructor(
    private readonly pages: OwnPageWriter,
    private readonly pictures: StoredPictures,
  ) {}

  /** @throws RequestRefused, like any upload */
  async execute({ userId, file, signal }: UploadPhoto): Promise<string> {
    const pictures = await this.pictures.store(userId, file, photoSizes, signal);
    await this.pages.decide(userId, (page) => changePhoto(page, userId, pictures));
    return pictures[0]?.mediaUrl ?? '';
  }
}
