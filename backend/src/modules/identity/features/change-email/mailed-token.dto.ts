import { EMAIL_CHANGE_TEXT, type MailedTokenRequest } from '@posthorn/contracts/identity/email-change.http';
import { Matches } from 'class-validator';
import { LINK_TOKEN } from '../../domain/user/link-token.ts';

export class MailedTokenDto implements MailedTokenRequest {
  @Matches(LINK_TOKEN, { message: EMAIL_CHANGE_TEXT.linkNotValid })
  readonly token!: string;
}
