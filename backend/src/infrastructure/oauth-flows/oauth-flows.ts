import { ownPathOf } from '@posthorn/contracts/shared/own-path';
import { EntityManager, type InferKyselyDB } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import type { Request, Response } from 'express';
import { sql } from 'kysely';
import { Clock } from '../clock.ts';
import { flowCookieOf, keepFlowCookie } from '#infrastructure/http/session/host-cookies.ts';
import { KeyRing } from '../vault/key-ring.ts';
import type { EncryptedTable } from '../vault/encrypted-tables.ts';
import { digestOf, newSecret } from '../vault/secrets.ts';
import { ANSWER_MILLISECONDS, OAuthAnswers, type FlowCallback } from './oauth-answers.ts';
import type { OAuthAnswerEntity } from './oauth-answer.entity.ts';
import type { OAuthFlowEntity } from './oauth-flow.entity.ts';

/** 32 random bytes each, base64url: 43 characters, the minimum that RFC 7636 sets for a `verifier`. */
export type FlowSecrets = Readonly<{ state: string; nonce: string; verifier: string }>;
export type RedeemedFlow = FlowSecrets & Readonly<{ returnTo: string | null; about: string | null }>;

/** `about` is missing in a flow that the previous release has begun. */
type FlowContent = [nonce: string, verifier: string, about?: string | null];

const BYTES = 32;
const MINUTES = 10;

/**
 * Authorizations that a browser has begun at a provider and not completed. Each works once, for ten minutes, for this browser, provider and
 * session only. Only digests of `state` and cookie are stored; everything else is encrypted.
 */
@Injectable()
export class OAuthFlows {
  constructor(
    private readonly em: EntityManager,
    private readonly clock: Clock,
    private readonly ring: KeyRing,
    private readonly answers: OAuthAnswers,
  ) {}

  get #db() {
    return this.em.getKysely<InferKyselyDB<typeof OAuthFlowEntity | typeof OAuthAnswerEntity>>();
  }

  /**
   * Ties a new flow to the browser by the cookie `__Host-flow`. One browser may have several open flows. `provider` is a name like `google`
   * or `connect-facebook`. `sessionId` null: no session began the flow. A `returnTo` that is not a path of our own pages is dropped. The callback
   * gets `about` back unchanged, for example the name of a server.
   */
  async begin(
    request: Request,
    response: Response,
    flow: Readonly<{ provider: string; sessionId: string | null; returnTo?: string | null; about?: string }>,
  ): Promise<FlowSecrets> {
    const secrets = { state: newSecret(BYTES), nonce: newSecret(BYTES), verifier: newSecret(BYTES) };
    const browser = keepFlowCookie(request, response);
    const { kid, wrapped, box } = this.ring.lock(
      JSON.stringify([secrets.nonce, secrets.verifier, flow.about ?? null]),
      placeOf(secrets.state),
    );
    const now = this.clock.now();
    await this.#db.deleteFrom('edge.oauth_flow').where('expires_at', '<=', now).execute();
    await this.#db
      .insertInto('edge.oauth_flow')
      .values({
        state_hash: digestOf(secrets.state),
        browser_hash: digestOf(browser),
        provider: flow.provider,
        session_id: flow.sessionId,
        return_to: ownPathOf(flow.returnTo),
        kid,
        wrapped,
        box,
        expires_at: new Date(now.getTime() + MINUTES * 60_000),
      })
      .execute();
    return secrets;
  }

  /**
   * Runs `work` for the first callback of a flow, and ends the flow. The same callback within 60 seconds gets the same response, even
   * while `work` still runs, and even in another process. Returns null when no flow has this `state`, or when it has expired. It also
   * returns null when the flow belongs to another browser, provider or session; the flow then stays valid for its owner. `work` returns
   * refusals in its response: when it throws, no response is kept.
   */
  async answerOnce<Answer extends JsonObject>(
    request: Request,
    callbackData: Omit<FlowCallback, 'browser'>,
    work: (flow: RedeemedFlow) => Promise<Answer>,
  ): Promise<Answer | null> {
    const browser = flowCookieOf(request);
    if (!browser) return null;
    const callback = { ...callbackData, browser };
    await this.answers.sweep();
    const flow = await this.#take(callback);
    // The row belongs to the same provider, so the same `work` wrote the response.
    if (!flow) return (await this.answers.waitFor(callback)) as Answer | null;
    try {
      const answer = await work(flow);
      await this.answers.keep(callback, answer);
      return answer;
    } catch (error) {
      // The row expires anyway, and the error of the work is more important.
      await this.answers.drop(callback).catch(() => undefined);
      throw error;
    }
  }

  /** One statement, so that the second of two requests finds either the flow or the row for its response. */
  async #take({ browser, provider, state, sessionId }: FlowCallback): Promise<RedeemedFlow | null> {
    const now = this.clock.now();
    const until = new Date(now.getTime() + ANSWER_MILLISECONDS);
    const row = await this.#db
      .with('taken', (db) =>
        db
          .deleteFrom('edge.oauth_flow')
          .where('state_hash', '=', digestOf(state))
          .where('browser_hash', '=', digestOf(browser))
          .where('provider', '=', provider)
          .where('expires_at', '>', now)
          .where('session_id', 'is not distinct from', sessionId)
          .returning(['state_hash', 'browser_hash', 'provider', 'session_id'])
          .returning(['kid', 'wrapped', 'box', 'return_to']),
      )
      .with('to_answer', (db) =>
        db
          .insertInto('edge.oauth_answer')
          .columns(['state_hash', 'browser_hash', 'provider', 'session_id', 'expires_at'])
          .expression((eb) =>
            eb
              .selectFrom('taken')
              .select(['state_hash', 'browser_hash', 'provider', 'session_id'])
              .select(sql<Date>`${until}::timestamptz`.as('expires_at')),
          ),
      )
      .selectFrom('taken')
      .select(['kid', 'wrapped', 'box', 'return_to'])
      .executeTakeFirst();
    if (!row) return null;
    const [nonce, verifier, about = null] = JSON.parse(this.ring.open(row, placeOf(state))) as FlowContent;
    return { state, nonce, verifier, returnTo: row.return_to, about };
  }
}

/** Binds the encrypted content to the row of its flow. */
const placeOf = (state: string): string => placeOfHash(digestOf(state).toString('hex'));
const placeOfHash = (hash: string): string => `oauth-flow:${hash}`;

export const OAUTH_FLOWS: EncryptedTable = {
  name: 'edge.oauth_flow',
  key: { column: 'state_hash', type: 'bytea' },
  // Without the `\x` before the hex digits.
  contextOf: ({ state_hash = '' }) => placeOfHash(state_hash.slice(2)),
};
