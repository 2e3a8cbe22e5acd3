import { linkSeen } from '@posthorn/contracts/link-tree/link-page.http';
import { Controller, HttpCode, Param, Post, Req } from '@nestjs/common';
import type { Request } from 'express';
import { NetworkLimit } from '#infrastructure/http/edge/network-limit.ts';
import { FromAnySite } from '#infrastructure/http/edge/from-any-site.ts';
import { Public } from '#infrastructure/http/session/public-route.ts';
import { ClickTally } from '../../stores/clicks/click-tally.ts';
import { isClick } from './is-click.ts';

const PINGS_PER_MINUTE = 60;

/**
 * Receives the requests with which browsers report clicks on a public page (the attribute `ping`). The response is always the same, so it
 * does not reveal which pages exist, or which clicks count.
 */
@Public()
@FromAnySite()
@Controller()
export class ClickPingController {
  readonly #limit = new NetworkLimit(PINGS_PER_MINUTE);

  constructor(private readonly tally: ClickTally) {}

  @Post(linkSeen.path)
  @HttpCode(204)
  async see(
    @Param('handle') handle: string,
    @Param('linkId') linkId: string,
    @Req() { headers, ip: address = '' }: Request,
  ): Promise<void> {
    if (!isClick(headers) || !(await this.#limit.allows(address))) return;
    const { 'user-agent': browser = '' } = headers;
    this.tally.add({ handle: handle.toLowerCase(), linkId, address, browser });
  }
}
