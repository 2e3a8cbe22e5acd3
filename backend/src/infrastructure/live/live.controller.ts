import {
  LIVE_AGE,
  LIVE_PATH,
  LIVE_TOPICS,
  type LiveMessage,
  type LiveTopic,
} from '@posthorn/contracts/shared/live.http';
import { SERVER_TEXT } from '@posthorn/contracts/shared/server-text';
import { Controller, Get, Req, Res } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import type { Response } from 'express';
import { signedInOf } from '#infrastructure/http/session/current-user.ts';
import type { EdgeRequest } from '#infrastructure/http/session/edge-request.ts';
import { RequestRefused } from '#infrastructure/http/errors/request-refused.ts';
import { SessionReader } from '#infrastructure/http/session/session-reader.ts';
import { LiveUpdates } from './live-updates.ts';

const HEARTBEAT_MILLISECONDS = 25_000;
/** After this time a browser with a broken connection reconnects. */
const RETRY_MILLISECONDS = 2_000;
const CROWDED_RETRY_MILLISECONDS = 60_000;
const RETRY_LATER = { 'retry-after': '30' } as const;
const VERSION = /^[\w/-]{1,100}$/;
const AGE = /^\d{1,12}$/;

/** Server-sent events of one browser, until it disconnects or its session ends. */
@Controller()
export class LiveController {
  constructor(
    private readonly updates: LiveUpdates,
    private readonly moduleRef: ModuleRef,
  ) {}

  @Get(LIVE_PATH)
  open(@Req() request: EdgeRequest, @Res() response: Response): void {
    const { userId, sessionId } = signedInOf(request);
    if (this.updates.isFull) throw new RequestRefused('server.live-full', SERVER_TEXT.liveFull, RETRY_LATER);
    response.set({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    });
    if (request.method === 'HEAD') {
      // A response that stays open would block the requests that follow on its connection.
      response.end();
      return;
    }
    response.flushHeaders();
    // With this first id a browser that reconnects shows that it was connected before, even without an event since.
    response.write(`retry: ${String(RETRY_MILLISECONDS)}\nid: start\n\n`);
    const send = ({ topic, version, changes }: LiveMessage) => {
      response.write(`id: ${version}\ndata: ${JSON.stringify({ topic, version, changes })}\n\n`);
    };
    const end = (why?: 'crowded') => {
      // The browser reconnects by itself. The longer wait keeps two pages from closing each other in turn.
      if (why) response.write(`retry: ${String(CROWDED_RETRY_MILLISECONDS)}\n: too many pages are open\n\n`);
      response.end();
    };
    const leave = this.updates.add({ userId, sessionId, send, end });
    for (const topic of this.#missed(request, userId)) send({ topic, version: 'missed' });
    const heartbeat = setInterval(() => {
      void this.#isStillSignedIn(request, sessionId).then((isSignedIn) => {
        if (isSignedIn) response.write(': alive\n\n');
        else end();
      });
    }, HEARTBEAT_MILLISECONDS);
    response.once('close', () => {
      clearInterval(heartbeat);
      leave();
    });
  }

  /** Returns the lists whose changes a page may have missed. After a lost connection: all lists. For a new page: those changed since its first request. */
  #missed(request: EdgeRequest, userId: string): readonly LiveTopic[] {
    const lastSeen = request.headers['last-event-id'];
    if (typeof lastSeen === 'string' && VERSION.test(lastSeen)) return LIVE_TOPICS;
    const age = request.query[LIVE_AGE];
    if (typeof age !== 'string' || !AGE.test(age)) return [];
    // The page sends its age. The network delay makes this period begin slightly late. The page requested its first list even later, so nothing is missed.
    return this.updates.changedWithin(userId, Number(age));
  }

  async #isStillSignedIn(request: EdgeRequest, sessionId: string): Promise<boolean> {
    try {
      const signedIn = await this.moduleRef.get(SessionReader, { strict: false }).read(request);
      return signedIn?.sessionId === sessionId;
    } catch {
      // A database that does not respond is no reason to close the connection.
      return true;
    }
  }
}
