import { MAILING, mailTimes } from '#infrastructure/mail/mail-times.ts';
import { TokenReader } from '#infrastructure/http/session/token-reader.ts';
import { NoticeHousekeeping } from './notices/housekeeping.ts';
import { NoticeMails } from './notices/mails/notice-mails.ts';
import { CurrentNotices } from './notices/mails/current-notices.ts';
import { noticeTimes, NOTICING } from './notices/notice-times.ts';
import { NoticeStates } from './notices/notice-states.ts';
import { Notices } from './notices/notices.ts';
import { NewNotices } from './notices/new-notices.ts';
import { OwnNotices } from './notices/own-notices.ts';
import { TellOwners } from './notices/tell-owners.process.ts';
import { UnsubscribeLinks } from './notices/unsubscribe/unsubscribe-links.ts';
import { ApiTokenNames } from './ports/api-token-names.ts';
import { ApiTokens } from './read-models/api-tokens/api-tokens.ts';
import { CreateApiTokenHandler } from './features/manage-api-tokens/create-api-token.command.ts';
import { TokenDirectory, TokenNames } from './read-models/api-tokens/token-names.ts';
import { OwnTokens } from './features/manage-api-tokens/own-tokens.ts';
import { ShowTokenHolderHandler } from './features/manage-api-tokens/show-token-holder.query.ts';
import { TokenMails } from './effects/token-mails/token-mails.ts';
import { TokenRevocations } from './effects/erasures/token-revocations.ts';

/** What people are told of, in the app and by mail. */
export const noticesProviders = [
  { provide: MAILING, useValue: mailTimes(process.env) },
  { provide: NOTICING, useValue: noticeTimes(process.env) },
  ...[Notices, NewNotices, NoticeStates, TellOwners, OwnNotices, NoticeHousekeeping],
  ...[CurrentNotices, NoticeMails, UnsubscribeLinks],
];

export const apiTokensProviders = [
  ApiTokens,
  { provide: TokenReader, useExisting: ApiTokens },
  TokenDirectory,
  { provide: ApiTokenNames, useExisting: TokenDirectory },
  CreateApiTokenHandler,
  OwnTokens,
  ShowTokenHolderHandler,
  TokenNames,
  TokenRevocations,
  TokenMails,
];
