import { randomUUID } from 'node:crypto';
import {
  API_SCOPES,
  API_TOKEN,
  API_TOKEN_TEXT,
  type CreateApiTokenRequest,
  type CreatedApiTokenView,
} from '@posthorn/contracts/identity/api-tokens.http';
import { DAY_MS } from '@posthorn/contracts/shared/durations';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#infrastructure/clock.ts';
import { Configuration } from '#infrastructure/config/configuration.ts';
import { UsersBeingErased } from '#infrastructure/effects/users-being-erased.ts';
import { RateLimits, type Limit } from '#infrastructure/http/edge/rate-limits.ts';
import { SignedOut } from '#infrastructure/http/session/signed-out.ts';
import { StreamWriter } from '#infrastructure/event-log/stream-writer.ts';
import { isAddressRefused } from '#infrastructure/mail/mail-failure.ts';
import { Mailer } from '#infrastructure/mail/mailer.ts';
import { apiTokenStream, createToken, type NewApiToken } from '../../domain/api-token/api-token.ts';
import { ApiTokenLimitReached, BeingDeleted } from '../../domain/identity.errors.ts';
import { MailNotSent } from '../../pages/mails/mail-not-sent.ts';
import { apiTokenMail } from '../../pages/mails/api-token-mail.ts';
import { MailAddresses } from '../../ports/mail-addresses.ts';
import { Sessions } from '../../stores/sessions/sessions.ts';
import { ApiTokens } from '../../read-models/api-tokens/api-tokens.ts';
import { newApiToken, previewOf } from '#infrastructure/http/session/token-format.ts';
import { TokenRevocations } from '../../effects/erasures/token-revocations.ts';

const NEW_PER_USER: Limit = {
  name: 'identity.api-token',
  points: API_TOKEN.newAnHour,
  seconds: 3600,
  message: API_TOKEN_TEXT.tooMany,
  code: 'identity.api-tokens-too-many',
};

/** Creates a token with which programs act for this user. `sessionId`: the session of the request. Runs inside a CauseContext. */
export class CreateApiToken extends Command<CreatedApiTokenView> {
  constructor(
    readonly ownerId: string,
    readonly sessionId: string,
    readonly request: CreateApiTokenRequest,
  ) {
    super();
  }
}

@CommandHandler(CreateApiToken)
export class CreateApiTokenHandler implements ICommandHandler<CreateApiToken> {
  constructor(
    private readonly tokens: ApiTokens,
    private readonly revocations: TokenRevocations,
    private readonly sessions: Sessions,
    private readonly writer: StreamWriter,
    private readonly limits: RateLimits,
    private readonly leaving: UsersBeingErased,
    private readonly addresses: MailAddresses,
    private readonly mailer: Mailer,
    private readonly clock: Clock,
    private readonly configuration: Configuration,
  ) {}

  /**
   * Sends the mail first, so that the owner gets a notice of each valid token. Then appends the event, and adds the row last. Only the row
   * grants access, so after a crash an incomplete token grants none.
   * @throws ApiTokenLimitReached, BeingDeleted, MailNotSent, SignedOut, RequestRefused 429
   */
  async execute({ ownerId, sessionId, request }: CreateApiToken): Promise<CreatedApiTokenView> {
    if (await this.leaving.has(ownerId)) throw new BeingDeleted();
    await this.revocations.revokeExpiredOf(ownerId);
    if ((await this.tokens.countOf(ownerId)) >= API_TOKEN.perUser) throw new ApiTokenLimitReached();
    await this.limits.take(NEW_PER_USER, ownerId);
    const token = newApiToken();
    const data = this.#dataOf(ownerId, request, token);
    await this.#mailOwner(data);
    const { tokenId, name, scopes, preview, expiresAt, createdAt } = data;
    await this.writer.decide(apiTokenStream, tokenId, (known) => createToken(known, data));
    if (!(await this.tokens.open(token, data))) {
      await this.revocations.record(tokenId, 'limit');
      throw new ApiTokenLimitReached();
    }
    // The owner may have taken the account back while the mail was being sent, which ends sessions first and then tokens.
    if (!(await this.sessions.isOpen(sessionId))) {
      await this.revocations.revoke(ownerId, tokenId);
      throw new SignedOut();
    }
    return {
      id: tokenId,
      token,
      name,
      scopes,
      tokenPreview: preview,
      lastUsedAt: null,
      expiresAt,
      createdAt,
    };
  }

  #dataOf(
    ownerId: string,
    { name, scopes = API_SCOPES, expiresInDays }: CreateApiTokenRequest,
    token: string,
  ): NewApiToken {
    const now = this.clock.now();
    return {
      tokenId: randomUUID(),
      ownerId,
      name,
      preview: previewOf(token),
      scopes: API_SCOPES.filter((scope) => scopes.includes(scope)),
      expiresAt:
        expiresInDays === undefined ? null : new Date(now.getTime() + expiresInDays * DAY_MS).toISOString(),
      createdAt: now.toISOString(),
    };
  }

  async #mailOwner({ ownerId, tokenId, name }: NewApiToken): Promise<void> {
    const email = await this.addresses.addressOf(ownerId);
    if (email === null) return;
    try {
      await this.mailer.send(apiTokenMail(email, { tokenId, name }, this.configuration.publicUrl));
    } catch (error) {
      // A user without a working mailbox signs in with a provider, and may use the API too.
      if (!isAddressRefused(error)) throw new MailNotSent(error, API_TOKEN_TEXT.mailNotSent);
    }
  }
}
