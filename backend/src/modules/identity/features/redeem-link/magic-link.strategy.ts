import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { PassportStrategy } from '@nestjs/passport';
import { Strategy } from 'passport';
import type { EdgeRequest } from '#infrastructure/http/edge-request.ts';
import { flowCookieOf } from '#infrastructure/http/host-cookies.ts';
import { browserName } from '../../sessions/browser-name.ts';
import { sessionCookieOf } from '../../sessions/cookies.ts';
import type { OpenedSession } from '../../sessions/sessions.ts';
import { LinkNotValid } from './link-not-valid.ts';
import { RedeemLink } from './redeem-link.command.ts';

type Verify = (request: EdgeRequest, done: (error: unknown, session?: OpenedSession | null) => void) => void;

/** The shape of every way to sign in: what the request proves becomes an opened session, or an error with its words. */
class ProofStrategy extends Strategy {
  /** @NOTE passport calls a copy made by `Object.create`, which `#fields` do not follow. */
  constructor(private readonly verify: Verify) {
    super();
  }

  override authenticate(request: EdgeRequest): void {
    this.verify(request, (error, session) => {
      if (session) this.success(session);
      else this.error(error ?? new LinkNotValid());
    });
  }
}

export const MAGIC_LINK = 'magic-link';

@Injectable()
export class MagicLinkStrategy extends PassportStrategy(ProofStrategy, MAGIC_LINK) {
  constructor(private readonly commands: CommandBus) {
    super();
  }

  /** Guards run before the body is checked: `token` may be anything. */
  async validate(request: EdgeRequest): Promise<OpenedSession> {
    const { token } = (request.body ?? {}) as { token?: unknown };
    const flow = flowCookieOf(request);
    if (typeof token !== 'string' || !flow) throw new LinkNotValid();
    const browser = {
      name: browserName(request.headers['user-agent']),
      oldSession: sessionCookieOf(request),
    };
    return this.commands.execute(new RedeemLink({ token, flow }, browser, request.requestId ?? ''));
  }
}
