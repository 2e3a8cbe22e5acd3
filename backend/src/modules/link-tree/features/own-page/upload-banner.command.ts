import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { nameIn } from '#infrastructure/media/store/media-row.ts';
import type { ReceivedFile } from '#infrastructure/media/upload/received-file.ts';
import { UploadMedia } from '#infrastructure/media/upload/upload-media.command.ts';
import { PlanOf } from '#modules/identity/ports/plan-of.ts';
import { BannerNeedsPremium } from '../../domain/link-page/link-page-errors.ts';
import type { BannerPicture } from '../../domain/link-page/link-page-events.ts';
import { changeBanner } from '../../domain/link-page/link-page.ts';
import { OwnPageWriter } from './own-page-writer.ts';
import { BannerFiles } from '../../stores/banners/banner-files.ts';
import { cropBanner, deleteCrops } from '../../stores/banners/crop-banner.ts';

/** Puts a picture at the head of the page. Returns the address of its widest size. */
export class UploadBanner extends Command<string> {
  constructor(
    readonly userId: string,
    readonly file: ReceivedFile,
    /** Aborted when the client disconnects; its reason is thrown. */
    readonly signal: AbortSignal,
  ) {
    super();
  }
}

@CommandHandler(UploadBanner)
export class UploadBannerHandler implements ICommandHandler<UploadBanner> {
  constructor(
    private readonly commands: CommandBus,
    private readonly plans: PlanOf,
    private readonly pages: OwnPageWriter,
    private readonly banners: BannerFiles,
  ) {}

  /**
   * Stores the files before the event names them. When the append fails, the files are released some minutes later. When the process dies
   * after the append, `link-tree.keep-banner` finishes the work.
   * @throws BannerNeedsPremium; RequestRefused as any upload
   */
  async execute({ userId, file, signal }: UploadBanner): Promise<string> {
    const { banner } = await this.plans.of(userId);
    if (!banner) throw new BannerNeedsPremium();
    const pictures = await this.#stored(userId, file, signal);
    const names = pictures.flatMap(({ mediaUrl }) => nameIn(mediaUrl) ?? []);
    if ((await this.banners.attach(userId, names)) < names.length) throw new BannerGone();
    await this.pages.decide(userId, (page) => changeBanner(page, userId, pictures));
    return pictures[0]?.mediaUrl ?? '';
  }

  /** Widest first. */
  async #stored(userId: string, file: ReceivedFile, signal: AbortSignal): Promise<BannerPicture[]> {
    try {
      const crops = await cropBanner(file, userId, signal);
      const views = await this.commands.execute(new UploadMedia(userId, crops, signal));
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
class BannerGone extends Error {
  override readonly name = 'BannerGone';
}
