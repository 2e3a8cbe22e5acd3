import type { Server } from 'node:http';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { beforeHeaders } from './before-headers.ts';

/**
 * Longer than load balancers keep theirs: most of them 60 s. Otherwise they may send a request on a connection that this server is closing, and answer
 * 502 to the user.
 */
const KEEP_MS = 65_000;
/** Zero would mean no end. */
const AT_ONCE_MS = 1;

/** Keeps the connections of clients open between requests, until the process begins to stop. */
@Injectable()
export class KeptConnections implements OnModuleDestroy {
  #server: Server | undefined;
  #isEnding = false;

  keep(server: Server): void {
    server.keepAliveTimeout = KEEP_MS;
    this.#server = server;
  }

  /**
   * From now on, each response closes its connection and says so, and clients open the next one to another process. Idle connections close with the server.
   */
  end(): void {
    this.#isEnding = true;
    // For streams, whose headers were sent before.
    if (this.#server) this.#server.keepAliveTimeout = AT_ONCE_MS;
  }

  onModuleDestroy(): void {
    this.end();
  }

  middleware(): RequestHandler {
    return (_request: Request, response: Response, next: NextFunction): void => {
      beforeHeaders(response, () => {
        if (this.#isEnding) response.setHeader('connection', 'close');
      });
      next();
    };
  }
}
