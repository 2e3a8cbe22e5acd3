import { NOTICE_CHOICES, type NoticeChoice } from '@posthorn/contracts/shared/notice-choices';
import type { UserSettingsChange } from '@posthorn/contracts/identity/user-settings.http';
import { OPTIONAL_WORDS } from '@posthorn/contracts/scheduling/optional-words';
import { POST_TEXT } from '@posthorn/contracts/scheduling/post-words';
import { POST } from '@posthorn/contracts/scheduling/posts.http';
import { SERVER_TEXT } from '@posthorn/contracts/shared/server-text';
import { Transform } from 'class-transformer';
import { IsIn, ValidateIf } from 'class-validator';
import { cleanText } from '#infrastructure/http/edge/clean-text.ts';
import { MaxText } from '#infrastructure/http/edge/max-text.ts';

/** Marks a field that may be absent, but not null. A setting without its field keeps its value. */
const IfSent = () => ValidateIf((_, value) => value !== undefined);
const Trim = () =>
  Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? cleanText(value).trim() : value));
const IsChoice = () => IsIn(NOTICE_CHOICES, { message: SERVER_TEXT.notValid });

export class ChangeSettingsDto implements UserSettingsChange {
  @MaxText(OPTIONAL_WORDS.hashtags.max, { message: OPTIONAL_WORDS.hashtags.tooLong })
  @IfSent()
  @Trim()
  readonly hashtags?: string;

  @MaxText(POST.contentMax, { message: POST_TEXT.contentMax })
  @IfSent()
  @Trim()
  readonly caption?: string;

  @IsChoice()
  @IfSent()
  readonly postFailed?: NoticeChoice;

  @IsChoice()
  @IfSent()
  readonly accountExpiring?: NoticeChoice;

  @IsChoice()
  @IfSent()
  readonly newComment?: NoticeChoice;
}
