import { basename, dirname } from 'node:path';
import { SERVER_TEXT } from '@posthorn/contracts/shared/server-text';
import { Controller, Get, Param, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Configuration } from '#infrastructure/config/configuration.ts';
import { Public } from '#infrastructure/http/session/public-route.ts';
import { RequestRefused } from '#infrastructure/http/errors/request-refused.ts';
import { TemporaryMedia } from '../../stores/temporary-media/temporary-media.ts';

/** Serves files that platforms fetch for a post. */
@Controller()
export class TemporaryMediaController {
  constructor(
    private readonly media: TemporaryMedia,
    private readonly configuration: Configuration,
  ) {}

  /**
   * Also serves TikTok's verification file. With this file, TikTok verifies that the operator owns this URL
   * prefix (developers.tiktok.com/doc/set-up-development-configuration). Platforms also send HEAD and range
   * requests, which Express handles.
   */
  @Public()
  @Get('media/lent/:name')
  async serve(@Param('name') name: string, @Res() response: Response): Promise<void> {
    const verificationFile = this.configuration.verificationFiles.find((file) => file.name === name);
    if (verificationFile) {
      response.type('text/plain').set('cache-control', 'no-store').send(verificationFile.content);
      return;
    }
    const found = await this.media.find(name);
    if (!found) throw notFound();
    response.set({
      'content-type': found.mimeType,
      'content-disposition': 'inline',
      'cache-control': 'no-store',
    });
    await new Promise<void>((resolve, reject) => {
      response.sendFile(basename(found.path), { root: dirname(found.path), cacheControl: false }, (error) => {
        if (!error || response.headersSent) resolve();
        else reject('code' in error && error.code === 'ENOENT' ? notFound() : error);
      });
    });
  }
}

const notFound = () => new RequestRefused('request.not-found', SERVER_TEXT.notFound);
