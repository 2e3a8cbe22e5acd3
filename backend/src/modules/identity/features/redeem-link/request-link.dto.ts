import type { RequestLinkRequest } from '@posthorn/contracts/identity/session.http';
import { SIGN_IN_TEXT } from '@posthorn/contracts/identity/sign-in-text';
import { Transform } from 'class-transformer';
import { IsMailAddress } from '#infrastructure/http/edge/is-mail-address.ts';

export class RequestLinkDto implements RequestLinkRequest {
  @IsMailAddress({ message: SIGN_IN_TEXT.emailNotValid })
  @Transform(({ value }: { value: unknown }) =>
    typeof value === 'string' ? value.trim().toLowerCase() : value,
  )
  readonly email!: string;
}
