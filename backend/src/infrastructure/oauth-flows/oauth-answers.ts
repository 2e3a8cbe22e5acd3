import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { EntityManager, type InferKyselyDB } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import { Clock } from '../clock.ts';
import { encrypt, decrypt } from '../vault/key-ring.ts';
import { digestOf } from '../vault/secrets.ts';
import type { OAuthAnswerEntity } from './oauth-answer.entity.ts';

/** The data of a callback. `browser`: the secret of its flow cookie. */
export type FlowCallback = Readonly<{
  browser: string;
  provider: string;
  state: string;
  sessionId: string | null;
}>;

export const ANSWER_MILLISECONDS = 60_000;
const CHECK_EVERY_MILLISECONDS = 100;
/** The waiting time is 30 seconds in total: about as long as a provider may take. */
const CHECKS_MAX = 300;

/**
 * Stores the results of callbacks for 60 seconds. Browsers send some navigations twice, and both must get the same result. Each is encrypted
 * with a key derived from the browser’s cookie and the state. Neither of the two is stored, so only the same browser can decrypt its row.
 */
@Injectable()
export class OAuthAnswers {
  constructor(
    private readonly em: EntityManager,
    private readonly clock: Clock,
  ) {}

  get #db() {
    return this.em.getKysely<InferKyselyDB<typeof OAuthAnswerEntity>>();
  }

  async keep(callback: FlowCallback, answer: JsonObject): Promise<void> {
    const box = encrypt(keyOf(callback), Buffer.from(JSON.stringify(answer)), callback.provider);
    await this.#db
      .updateTable('edge.oauth_answer')
      .set({ box, expires_at: new Date(this.clock.now().getTime() + ANSWER_MILLISECONDS) })
      .where('state_hash', '=', digestOf(callback.state))
      .execute();
  }

  /** Deletes the row of a first callback that failed, so that no caller waits for its result. */
  async drop({ state }: FlowCallback): Promise<void> {
    await this.#db.deleteFrom('edge.oauth_answer').where('state_hash', '=', digestOf(state)).execute();
  }

  /** Waits up to 30 seconds for the result of the first identical callback; null if there is none. */
  async waitFor(callback: FlowCallback): Promise<JsonObject | null> {
    for (let check = 0; check < CHECKS_MAX; check++) {
      const row = await this.#find(callback);
      if (!row) return null;
      if (row.box) {
        const text = decrypt(keyOf(callback), row.box, callback.provider).toString();
        return JSON.parse(text) as JsonObject;
      }
      await pause(CHECK_EVERY_MILLISECONDS);
    }
    return null;
  }

  async sweep(): Promise<void> {
    await this.#db.deleteFrom('edge.oauth_answer').where('expires_at', '<=', this.clock.now()).execute();
  }

  #find({ browser, provider, state, sessionId }: FlowCallback) {
    return this.#db
      .selectFrom('edge.oauth_answer')
      .select('box')
      .where('state_hash', '=', digestOf(state))
      .where('browser_hash', '=', digestOf(browser))
      .where('provider', '=', provider)
      .where('session_id', 'is not distinct from', sessionId)
      .where('expires_at', '>', this.clock.now())
      .executeTakeFirst();
  }
}

const keyOf = ({ browser, state }: FlowCallback): KeyObject =>
  createSecretKey(createHmac('sha256', browser).update(`oauth-answer:${state}`).digest());
