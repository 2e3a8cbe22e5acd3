import { streamName } from '@posthorn/event-sourcing';
import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { ReadGate } from '#infrastructure/readers/read-gate.ts';
import { apiTokenStream } from '../../domain/api-token/api-token.ts';
import { tokenMails } from '../../domain/token-mail/token-mail.ts';
import { ApiTokenNames, type ApiTokenName } from '../../ports/api-token-names.ts';
import { TOKEN_NAMES_VIEW, tokenNames } from './token-names.projection.ts';
import { ApiTokens } from './api-tokens.ts';

/** Finds the names of tokens by their ids. */
@Injectable()
export class TokenNames {
  constructor(
    private readonly pool: Pool,
    private readonly gate: ReadGate,
  ) {}

  async namesOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    await this.gate.waitFor([tokenNames.name]);
    const { rows } = await this.pool.query<{ id: string; name: string }>(
      `select id, name from ${TOKEN_NAMES_VIEW} where id = any($1)`,
      [ids],
    );
    return new Map(rows.map(({ id, name }) => [id, name]));
  }

  /** The streams of all tokens that the user has ever created. */
  async *streamsOf(ownerId: string): AsyncGenerator<string> {
    for (const id of await this.idsOf(ownerId)) yield streamName(apiTokenStream, id);
  }

  /** The streams of the mails about all these tokens. For tokens without a mail, the stream is empty. */
  async *mailStreamsOf(ownerId: string): AsyncGenerator<string> {
    for (const id of await this.idsOf(ownerId)) yield streamName(tokenMails.stream, id);
  }

  /** Returns the ids of all tokens that the user has ever created. */
  async idsOf(ownerId: string): Promise<readonly string[]> {
    await this.gate.waitFor([tokenNames.name]);
    const { rows } = await this.pool.query<{ id: string }>(
      `select id from ${TOKEN_NAMES_VIEW} where owner_id = $1 order by id`,
      [ownerId],
    );
    return rows.map(({ id }) => id);
  }
}

@Injectable()
export class TokenDirectory extends ApiTokenNames {
  constructor(
    private readonly tokens: ApiTokens,
    private readonly names: TokenNames,
  ) {
    super();
  }

  override async namesOf(ids: readonly string[]): Promise<readonly ApiTokenName[]> {
    const [names, kept] = await Promise.all([this.names.namesOf(ids), this.tokens.keptOf(ids)]);
    return [...names].map(([id, name]) => ({ id, name, isRevoked: !kept.has(id) }));
  }
}
