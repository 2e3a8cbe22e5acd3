import { PROFILE, PROFILE_TEXT, type UpdateUserRequest } from '@posthorn/contracts/identity/profile.http';
import { textLength } from '@posthorn/contracts/shared/text';
import { Transform } from 'class-transformer';
import { IsString, Matches, MaxLength, MinLength, ValidateBy, ValidateIf } from 'class-validator';
import { IsMailAddress } from '#infrastructure/http/edge/is-mail-address.ts';
import { MaxText } from '#infrastructure/http/edge/max-text.ts';
import { IsOneLine, HasVisibleText } from '#infrastructure/http/edge/visible-text.ts';
import { Trim } from '#infrastructure/http/edge/trim.ts';

/** Marks a field that may be absent, but not null: each screen sends only its own fields. */
const IfSent = () => ValidateIf((_, value) => value !== undefined);
const LowerCase = () =>
  Transform(({ value }: { value: unknown }) =>
    typeof value === 'string' ? value.trim().toLowerCase() : value,
  );

const MinText = (min: number, { message }: { message: string }) =>
  ValidateBy(
    {
      name: 'minText',
      validator: { validate: (value: unknown) => typeof value === 'string' && textLength(value) >= min },
    },
    { message },
  );

export class EditProfileDto implements UpdateUserRequest {
  // A request with one of the two names must contain the other name too.
  @MaxText(PROFILE.nameMax, { message: PROFILE_TEXT.nameMax })
  @IsOneLine({ message: PROFILE_TEXT.nameOneLine })
  @HasVisibleText({ message: PROFILE_TEXT.firstNameRequired })
  @IsString({ message: PROFILE_TEXT.firstNameRequired })
  @ValidateIf(({ lastName }: EditProfileDto, value) => value !== undefined || lastName !== undefined)
  @Trim()
  readonly firstName?: string;

  @MaxText(PROFILE.nameMax, { message: PROFILE_TEXT.nameMax })
  @IsOneLine({ message: PROFILE_TEXT.nameOneLine })
  @HasVisibleText({ message: PROFILE_TEXT.lastNameRequired })
  @IsString({ message: PROFILE_TEXT.lastNameRequired })
  @ValidateIf(({ firstName }: EditProfileDto, value) => value !== undefined || firstName !== undefined)
  @Trim()
  readonly lastName?: string;

  @IsMailAddress({ message: PROFILE_TEXT.emailNotValid })
  @IfSent()
  @LowerCase()
  readonly email?: string;

  @Matches(PROFILE.handlePattern, { message: PROFILE_TEXT.handlePattern })
  @MaxLength(PROFILE.handleMax, { message: PROFILE_TEXT.handleMax })
  @MinLength(PROFILE.handleMin, { message: PROFILE_TEXT.handleMin })
  @IsString({ message: PROFILE_TEXT.handleMin })
  @IfSent()
  @LowerCase()
  readonly handle?: string;

  @MaxText(PROFILE.personalityMax, { message: PROFILE_TEXT.personalityMax })
  @MinText(PROFILE.personalityMin, { message: PROFILE_TEXT.personalityMin })
  @IfSent()
  @Trim()
  readonly personalityProfile?: string;
}
