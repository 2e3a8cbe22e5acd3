import { uploadExternalMedia } from '@posthorn/contracts/external/media.http';
import { EXTERNAL_POST_TEXT } from '@posthorn/contracts/external/posts.http';
import type { UploadReply } from '@posthorn/contracts/shared/media.http';
import { Controller, Post, Req, Res } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import type { Request, Response } from 'express';
import { clientGone } from '#infrastructure/http/client-gone.ts';
import { checkStillOpen, CurrentToken } from '#infrastructure/http/external/current-token.ts';
import { TokenReader, type TokenHolder } from '#infrastructure/http/external/token-reader.ts';
import { OpenedByToken } from '#infrastructure/http/external/token-route.ts';
import { RequestNotValid } from '#infrastructure/http/request-refused.ts';
import { uploadBroken } from '#infrastructure/media/upload/upload.errors.ts';
import { Uploads } from '#infrastructure/media/upload/uploads.ts';

/** Files that programs hand in, or name by their address. */
@Controller()
export class ExternalMediaController {
  constructor(
    private readonly uploads: Uploads,
    private readonly moduleRef: ModuleRef,
  ) {}

  @Post(uploadExternalMedia.path)
  @OpenedByToken(uploadExternalMedia.scope)
  async upload(
    @CurrentToken() holder: TokenHolder,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<UploadReply> {
    const { userId: ownerId } = holder;
    const look = () => checkStillOpen(this.moduleRef.get(TokenReader, { strict: false }), holder);
    if (!request.is('json')) return this.uploads.take({ ownerId, request, response }, look);
    const gone = clientGone(response, uploadBroken);
    const file = await this.uploads.fetch(ownerId, urlIn(request.body), gone, look);
    return { files: [file] };
  }
}

/** @throws RequestNotValid */
function urlIn(body: unknown): string {
  const { url } = (body ?? {}) as Readonly<{ url?: unknown }>;
  if (typeof url === 'string' && URL.canParse(url)) return url;
  throw new RequestNotValid({ url: EXTERNAL_POST_TEXT.urlNotValid });
}
