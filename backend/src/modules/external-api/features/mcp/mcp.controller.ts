import { MCP_PATH } from '@posthorn/contracts/external/external.http';
import { Controller, Post, Query, Req, Res } from '@nestjs/common';
import type { Response } from 'express';
import type { EdgeRequest } from '#infrastructure/http/session/edge-request.ts';
import { CurrentToken } from '#infrastructure/http/session/current-token.ts';
import type { TokenHolder } from '#infrastructure/http/session/token-reader.ts';
import { OpenedByToken } from '#infrastructure/http/session/token-route.ts';
import { ToolServer } from './tool-server.ts';

/** The MCP endpoint: tools for assistants. Any token may list the tools that its scopes allow. Clients may add parameters to its address. */
@Controller()
export class McpController {
  constructor(private readonly tools: ToolServer) {}

  @Post(MCP_PATH)
  @OpenedByToken(null)
  serve(
    @CurrentToken() holder: TokenHolder,
    @Query() _query: unknown,
    @Req() request: EdgeRequest,
    @Res() response: Response,
  ): Promise<void> {
    return this.tools.serve(holder, request, response);
  }
}
