import { EMAIL_CHANGE_TEXT, type MailedTokenRequest } from '@posthorn/contracts/identity/email-change.http';
import { ACCOUNT_TEXT, type DeleteAccountRequest } from '@posthorn/contracts/identity/account.http';
import { SIGN_IN_TEXT, type RequestLinkRequest } from '@posthorn/contracts/identity/session.http';
import { Matches, IsNotEmpty, IsString } from 'class-validator';
import { Transform } from 'class-transformer';
import { Trim } from '#infrastructure/http/edge/trim.ts';
import { IsMailAddress } from '#infrastructure/http/edge/is-mail-address.ts';

/** What the token of a mailed link looks like. */
export const LINK_TOKEN = /^[\w-]{16,128}$/;

export class MailedTokenDto implements MailedTokenRequest {
  @Matches(LINK_TOKEN, { message: EMAIL_CHANGE_TEXT.linkNotValid })
  readonly token!: string;
}

export class DeleteAccountDto implements DeleteAccountRequest {
  @IsNotEmpty({ message: ACCOUNT_TEXT.confirmRequired })
  @IsString({ message: ACCOUNT_TEXT.confirmRequired })
  @Trim()
  readonly confirm!: string;
}

export class RequestLinkDto implements RequestLinkRequest {
  @IsMailAddress({ message: SIGN_IN_TEXT.emailNotValid })
  @Transform(({ value }: { value: unknown }) =>
    typeof value === 'string' ? value.trim().toLowerCase() : value,
  )
  readonly email!: string;
}
