import {
  linkPreview,
  linkPreviewPicture,
  LINK_PREVIEW_TEXT,
  type LinkPreview,
} from '@posthorn/contracts/integrations/link-card.http';
import { SERVER_TEXT } from '@posthorn/contracts/shared/server-text';
import { Controller, Get, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import { CurrentUserId } from '#infrastructure/http/session/current-user.ts';
import { RateLimits, type Limit } from '#infrastructure/http/edge/rate-limits.ts';
import { RequestRefused } from '#infrastructure/http/errors/request-refused.ts';
import { LinkPreviews, type Previewed } from './link-previews.ts';
import { PreviewLinkDto } from './preview-link.dto.ts';

/** Each is a request to another server. A cached preview costs nothing. */
const PAGES_READ: Limit = { name: 'integrations.link-preview', points: 60, seconds: 600 };

/** Shows the page behind a link to the author of a post. */
@Controller()
export class LinkPreviewController {
  constructor(
    private readonly previews: LinkPreviews,
    private readonly limits: RateLimits,
  ) {}

  @Get(linkPreview.path)
  async show(@CurrentUserId() userId: string, @Query() { url }: PreviewLinkDto): Promise<LinkPreview> {
    const previewed = await this.#previewed(userId, url);
    if (previewed.kind === 'none') {
      const { reason } = previewed;
      return { card: null, reason, message: LINK_PREVIEW_TEXT.noCard[reason] };
    }
    const { title, description, link } = previewed.card;
    const pictureUrl =
      previewed.picture && `${linkPreviewPicture.path}?${new URLSearchParams({ url }).toString()}`;
    return { card: { link, site: new URL(link).hostname, title, description, pictureUrl } };
  }

  /** Serves only a picture that a page named, drawn again. A client cannot request a picture by its own address. */
  @Get(linkPreviewPicture.path)
  async picture(
    @CurrentUserId() userId: string,
    @Query() { url }: PreviewLinkDto,
    @Res() response: Response,
  ): Promise<void> {
    const previewed = await this.#previewed(userId, url);
    const picture = previewed.kind === 'card' ? previewed.picture : null;
    if (!picture) throw new RequestRefused('request.not-found', SERVER_TEXT.notFound);
    response
      .set({ 'content-type': 'image/jpeg', 'cache-control': 'private, max-age=300' })
      .send(picture.body);
  }

  async #previewed(userId: string, link: string): Promise<Previewed> {
    const known = this.previews.kept(link);
    if (known) return known;
    await this.limits.take(PAGES_READ, userId);
    return this.previews.read(link, userId);
  }
}
