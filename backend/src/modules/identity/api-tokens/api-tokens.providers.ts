import { TokenReader } from '#infrastructure/http/external/token-reader.ts';
import { ApiTokenNames } from '../ports/api-token-names.ts';
import { ApiTokens } from './api-tokens.ts';
import { CreateApiTokenHandler } from './create-api-token.command.ts';
import { TokenDirectory } from './token-directory.ts';
import { OwnTokens } from './own-tokens.ts';
import { ShowTokenHolderHandler } from './show-token-holder.query.ts';
import { TokenMails } from './ending/token-mails.ts';
import { TokenNames } from './token-names.ts';
import { TokenRevocations } from './token-revocations.ts';

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
