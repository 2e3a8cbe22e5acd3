import {
  ACCOUNT_EXPORT,
  ACCOUNT_EXPORT_TEXT,
  downloadAccountExport,
  type AccountExportReply,
} from '@posthorn/contracts/identity/account-export.http';
import { pathOf } from '@posthorn/contracts/shared/call';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { SignInNotFresh } from '#infrastructure/http/edge/sign-in-not-fresh.ts';
import { RateLimits, type Limit } from '#infrastructure/http/edge/rate-limits.ts';
import { Sessions } from '../../stores/sessions/sessions.ts';
import { ExportLinks } from '../../stores/account-exports/export-links.ts';

const EXPORTS_PER_USER: Limit = {
  name: 'identity.export',
  points: ACCOUNT_EXPORT.perDay,
  seconds: 86_400,
  message: ACCOUNT_EXPORT_TEXT.tooMany,
};

/**
 * Returns a link to all data about the user. The archive is built when the link is opened.
 * @throws SignInNotFresh, RequestRefused 429
 */
export class RequestExport extends Command<AccountExportReply> {
  constructor(
    readonly userId: string,
    readonly sessionId: string,
  ) {
    super();
  }
}

@CommandHandler(RequestExport)
export class RequestExportHandler implements ICommandHandler<RequestExport> {
  constructor(
    private readonly sessions: Sessions,
    private readonly limits: RateLimits,
    private readonly links: ExportLinks,
  ) {}

  async execute({ userId, sessionId }: RequestExport): Promise<AccountExportReply> {
    if (!(await this.sessions.isFresh(sessionId))) throw new SignInNotFresh(ACCOUNT_EXPORT_TEXT.notFresh);
    await this.limits.take(EXPORTS_PER_USER, userId);
    const { token, expiresAt } = await this.links.open(userId);
    return { url: pathOf(downloadAccountExport, { token }), expiresAt: expiresAt.toISOString() };
  }
}
