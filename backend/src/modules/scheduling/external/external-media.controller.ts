import { uploadExternalMedia } from '@posthorn/contracts/external/media.http';
import { EXTERNAL_POST_TEXT } from '@posthorn/contracts/external/posts.http';
import type { UploadReply } from '@posthorn/contracts/shared/media.http';
import { Controller, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { clientGone } from '#infrastructure/http/client-gone.ts';
import { CurrentToken } from '#infrastructure/http/external/current-token.ts';
import type { TokenHolder } from '#infrastructure/http/external/token-reader.ts';
import { OpenedByToken } from '#infrastructure/http/external/token-route.ts';
import { RequestNotValid } from '#infrastructure/http/request-refused.ts';
import { uploadBroken } from '#infrastructure/media/upload/upload.errors.ts';
import { Uploads } from '#infrastructure/media/upload/uploads.ts';

/** Files that programs hand in, or name by their address. */
@Controller()
export class ExternalMediaController {
  constructor(private readonly uploads: Uploads) {}

  @Post(uploadExternalMedia.path)
  @OpenedByToken(uploadExternalMedia.scope)
  async upload(
    @CurrentToken() { userId: ownerId }: TokenHolder,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<UploadReply> {
    if (!request.is('json')) return this.uploads.take({ ownerId, request, response });
    const file = await this.uploads.fetch(ownerId, urlIn(request.body), clientGone(response, uploadBroken));
    return { files: [file] };
  }
}

/** @throws RequestNotValid */
function urlIn(body: unknown): string {
  const { url } = (body ?? {}) as Readonly<{ url?: unknown }>;
  if (typeof url === 'string' && URL.canParse(url)) return url;
  throw new RequestNotValid({ url: EXTERNAL_POST_TEXT.urlNotValid });
}
