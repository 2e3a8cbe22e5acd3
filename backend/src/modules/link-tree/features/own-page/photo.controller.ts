import { LINK_PAGE_TEXT } from '@posthorn/contracts/link-tree/link-page.http';
import { removePhoto, uploadPhoto, type PhotoReply } from '@posthorn/contracts/link-tree/photo.http';
import { Controller, Delete, HttpCode, Post, Req, Res } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { Request, Response } from 'express';
import { RateLimits } from '#infrastructure/http/edge/rate-limits.ts';
import { RequestNotValid } from '#infrastructure/http/errors/request-refused.ts';
import { ReceiveFiles, type UploadForm } from '#infrastructure/media/upload/receive-files.ts';
import { OwnUserId } from '#infrastructure/http/session/own-user-id.ts';
import { OwnPageWriter } from './own-page-writer.ts';
import { UploadPhoto } from './upload-photo.command.ts';

const UPLOADS = { name: 'link-tree.photo', points: 30, seconds: 3600 } as const;
const noPhoto = () => new RequestNotValid({ photo: LINK_PAGE_TEXT.bannerRequired });
const FORM: UploadForm = { field: 'photo', none: noPhoto };

/** Uploads and removes the photo of the signed-in user, which the page and the profile show. */
@Controller()
export class PhotoController {
  constructor(
    private readonly commands: CommandBus,
    private readonly pages: OwnPageWriter,
    private readonly limits: RateLimits,
    private readonly incoming: ReceiveFiles,
  ) {}

  @Post(uploadPhoto.path)
  @HttpCode(200)
  async upload(
    @OwnUserId() ownerId: string,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<PhotoReply> {
    await this.limits.take(UPLOADS, ownerId);
    const profileImageUrl = await this.incoming.during(
      { ownerId, request, response, form: FORM },
      ([file], signal) => {
        if (!file) throw noPhoto();
        return this.commands.execute(new UploadPhoto(ownerId, file, signal));
      },
    );
    return { profileImageUrl };
  }

  @Delete(removePhoto.path)
  async remove(@OwnUserId() userId: string): Promise<PhotoReply> {
    await this.pages.removePhoto(userId);
    return { profileImageUrl: null };
  }
}
