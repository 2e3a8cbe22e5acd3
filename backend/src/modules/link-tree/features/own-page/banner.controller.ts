import {
  LINK_PAGE_TEXT,
  removeBanner,
  uploadBanner,
  type BannerReply,
} from '@posthorn/contracts/link-tree/link-page.http';
import { Controller, Delete, HttpCode, Post, Req, Res } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { Request, Response } from 'express';
import { RateLimits } from '#infrastructure/http/edge/rate-limits.ts';
import { RequestNotValid } from '#infrastructure/http/errors/request-refused.ts';
import { ReceiveFiles, type UploadForm } from '#infrastructure/media/upload/receive-files.ts';
import { OwnUserId } from '#infrastructure/http/session/own-user-id.ts';
import { OwnPageWriter } from './own-page-writer.ts';
import { UploadBanner } from './upload-banner.command.ts';

const UPLOADS = { name: 'link-tree.banner', points: 30, seconds: 3600 } as const;
const noBanner = () => new RequestNotValid({ banner: LINK_PAGE_TEXT.bannerRequired });
const FORM: UploadForm = { field: 'banner', none: noBanner };

/** Uploads and removes the picture at the top of the signed-in user's page. */
@Controller()
export class BannerController {
  constructor(
    private readonly commands: CommandBus,
    private readonly pages: OwnPageWriter,
    private readonly limits: RateLimits,
    private readonly incoming: ReceiveFiles,
  ) {}

  @Post(uploadBanner.path)
  @HttpCode(200)
  async upload(
    @OwnUserId() ownerId: string,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<BannerReply> {
    await this.limits.take(UPLOADS, ownerId);
    const bannerImageUrl = await this.incoming.during(
      { ownerId, request, response, form: FORM },
      ([file], signal) => {
        if (!file) throw noBanner();
        return this.commands.execute(new UploadBanner(ownerId, file, signal));
      },
    );
    return { bannerImageUrl };
  }

  @Delete(removeBanner.path)
  async remove(@OwnUserId() userId: string): Promise<BannerReply> {
    await this.pages.removeBanner(userId);
    return { bannerImageUrl: null };
  }
}
