import type { Platform } from '@posthorn/contracts/shared/platform';
import { Injectable } from '@nestjs/common';
import { OutgoingError } from '#infrastructure/outgoing/outgoing-error.ts';
import type { ServerReply } from '#infrastructure/outgoing/outgoing-reply.ts';
import { SafeHttp, type OutgoingRequest } from '#infrastructure/outgoing/safe-http.ts';
import { Breaker } from '#infrastructure/outgoing/breaker.ts';

/** SafeHttp for connectors. Each server has its own circuit breaker. */
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

  /** Milliseconds until the breaker allows a request to this URL after too many failures; 0: now. */
  remainingCooldown(
    platform: Platform,
    address: string,
    options: Pick<OutgoingRequest, 'userChosen'> = {},
  ): number {
    return this.breaker.remainingCooldown(`${platform} ${this.http.route(address, options).url.host}`);
  }

  /** The normalized form of an address that a user chose: http becomes https unless the operator allowed http. @throws OutgoingError */
  originOf(address: string): string {
    return this.http.route(address, { userChosen: true }).url.origin;
  }

  /** Whether the host of the URL is in `ALLOW_PRIVATE_HOSTS` or is the sandbox. Connectors also trust URLs that such a server returns. */
  isOpen(address: string): boolean {
    return this.http.route(address, { userChosen: true }).access !== 'guarded';
  }

  /** Whether the host of the URL is in `ALLOW_PRIVATE_HOSTS`. */
  isPrivate(address: string): boolean {
    return this.http.route(address, { userChosen: true }).access === 'private';
  }
}
