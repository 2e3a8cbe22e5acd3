import {
  API_SCOPES,
  API_TOKEN,
  API_TOKEN_TEXT,
  type ApiScope,
  type CreateApiTokenRequest,
} from '@posthorn/contracts/identity/api-tokens.http';
import {
  ArrayMaxSize,
  ArrayNotEmpty,
  IsArray,
  IsIn,
  IsInt,
  IsString,
  Max,
  Min,
  ValidateIf,
} from 'class-validator';
import { MaxText } from '#infrastructure/http/edge/max-text.ts';
import { IsOneLine, HasVisibleText } from '#infrastructure/http/edge/visible-text.ts';
import { Trim } from '#infrastructure/http/edge/trim.ts';

const IfSent = () => ValidateIf((_, value) => value !== undefined);
const SCOPES = { message: API_TOKEN_TEXT.scopesNotValid };
const DAYS = { message: API_TOKEN_TEXT.daysNotValid };

export class CreateApiTokenDto implements CreateApiTokenRequest {
  @MaxText(API_TOKEN.nameMax, { message: API_TOKEN_TEXT.nameMax })
  @IsOneLine({ message: API_TOKEN_TEXT.nameOneLine })
  @HasVisibleText({ message: API_TOKEN_TEXT.nameRequired })
  @IsString({ message: API_TOKEN_TEXT.nameRequired })
  @Trim()
  readonly name!: string;

  @IsIn(API_SCOPES, { ...SCOPES, each: true })
  @ArrayMaxSize(API_SCOPES.length, SCOPES)
  @ArrayNotEmpty(SCOPES)
  @IsArray(SCOPES)
  @IfSent()
  readonly scopes?: readonly ApiScope[];

  @Max(API_TOKEN.daysMax, DAYS)
  @Min(1, DAYS)
  @IsInt(DAYS)
  @IfSent()
  readonly expiresInDays?: number;
}
