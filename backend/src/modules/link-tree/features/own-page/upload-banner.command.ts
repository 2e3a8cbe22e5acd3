import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { ReceivedFile } from '#infrastructure/media/upload/received-file.ts';
import { PlanOf } from '#modules/identity/ports/plan-of.ts';
import { BannerNeedsPremium } from '../../domain/link-page/link-page-errors.ts';
import { changeBanner } from '../../domain/link-page/link-page.ts';
import { bannerSizes } from '../../stores/banners/crop-picture.ts';
import { OwnPageWriter } from './own-page-writer.ts';
import { StoredPictures } from './stored-pictures.ts';

/** Changes the picture at the top of the page. Returns the URL of its widest size. */
export class UploadBanner extends Command<string> {
  constructor(
    readonly userId: string,
    readonly file: ReceivedFile,
    /** Aborted when the client disconnects; the command then throws its reason. */
    readonly signal: AbortSignal,
  ) {
    super();
  }
}

@CommandHandler(UploadBanner)
export class UploadBannerHandler implements ICommandHandler<UploadBanner> {
  constructor(
    private readonly plans: PlanOf,
    private readonly pages: OwnPageWriter,
    private readonly pictures: StoredPictures,
  ) {}

  /** @throws BannerNeedsPremium; RequestRefused, like any upload */
  async execute({ userId, file, signal }: UploadBanner): Promise<string> {
    const { banner } = await this.plans.entitlementsOf(userId);
    if (!banner) throw new BannerNeedsPremium();
    const pictures = await this.pictures.store(userId, file, bannerSizes, signal);
    await this.pages.decide(userId, (page) => changeBanner(page, userId, pictures));
    return pictures[0]?.mediaUrl ?? '';
  }
}
