import { SIGN_IN_TEXT, type RequestLinkRequest } from '@posthorn/contracts/identity/session.http';
import { Transform } from 'class-transformer';
import { IsEmail } from 'class-validator';

export class RequestLinkDto implements RequestLinkRequest {
  @IsEmail({}, { message: SIGN_IN_TEXT.emailNotValid })
  @Transform(({ value }: { value: unknown }) =>
    typeof value === 'string' ? value.trim().toLowerCase() : value,
  )
  readonly email!: string;
}
