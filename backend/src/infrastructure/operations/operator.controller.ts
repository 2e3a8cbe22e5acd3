import { SERVER_TEXT } from '@posthorn/contracts/shared/server-text';
import { Controller, Get, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Configuration } from '#infrastructure/config/configuration.ts';
import { isFromThisMachine } from '#infrastructure/http/edge/from-this-machine.ts';
import { isOurHost } from '#infrastructure/http/edge/host-check.ts';
import { Public } from '#infrastructure/http/session/public-route.ts';
import { RequestRefused } from '#infrastructure/http/errors/request-refused.ts';
import { OperatorPages } from './operator-pages.ts';

/** Health and metrics on the main port, unless they have their own port. Programs on this machine get everything; others only get whether the process is ready. */
@Public()
@Controller()
export class OperatorController {
  constructor(
    private readonly pages: OperatorPages,
    private readonly configuration: Configuration,
  ) {}

  @Get(['/health/live', '/health/ready', '/metrics'])
  async show(@Req() request: Request, @Res() response: Response): Promise<void> {
    const whole = isFromThisMachine(request) && isOurHost(request.headers.host, this.configuration);
    const isOnMainPort = this.configuration.internalPort === null;
    const page = isOnMainPort ? await this.pages.pageAt(request.path, { whole }) : undefined;
    if (!page) throw new RequestRefused('request.not-found', SERVER_TEXT.notFound);
    response.status(page.status).type(page.type).send(page.body);
  }
}
