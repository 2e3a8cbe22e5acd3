import type { Platform } from '@posthorn/contracts/shared/platform';
import { Injectable } from '@nestjs/common';
import { OutgoingError } from '#infrastructure/outgoing/outgoing-error.ts';
import type { ServerReply } from '#infrastructure/outgoing/outgoing-reply.ts';
import { SafeHttp, type OutgoingRequest } from '#infrastructure/outgoing/safe-http.ts';
import { Breaker } from '#infrastructure/outgoing/breaker.ts';

/** SafeHttp as connectors use it: behind the breaker of the server that is asked. */
@Injectable()
export class PlatformHttp {
  constructor(
    private readonly http: SafeHttp,
    private readonly breaker: Breaker,
  ) {}

  /** @throws OutgoingError, BreakerOpen */
  send(platform: Platform, request: OutgoingRequest): Promise<ServerReply> {
    const { url } = this.http.route(request.url, request);
    return this.breaker.run(`${platform} ${url.host}`, () => this.http.send(request), {
      failed: ({ status }) => status >= 500,
      counts: (error) => error instanceof OutgoingError && error.failure !== 'blocked',
    });
  }

  /** Milliseconds for which the server of this address is left alone yet, because it failed too often; 0: it may be asked. */
  restOf(platform: Platform, address: string, asked: Pick<OutgoingRequest, 'userChosen'> = {}): number {
    return this.breaker.restOf(`${platform} ${this.http.route(address, asked).url.host}`);
  }

  /** An address that a user chose, as it would be asked: http becomes https unless the operator allowed otherwise. @throws OutgoingError */
  originOf(address: string): string {
    return this.http.route(address, { userChosen: true }).url.origin;
  }

  /** Listed in `ALLOW_PRIVATE_HOSTS`, or the sandbox: what such a server says of other addresses is the operator's word. */
  isOpen(address: string): boolean {
    return this.http.route(address, { userChosen: true }).door !== 'guarded';
  }

  /** Listed in `ALLOW_PRIVATE_HOSTS`. */
  isPrivate(address: string): boolean {
    return this.http.route(address, { userChosen: true }).door === 'private';
  }
}
