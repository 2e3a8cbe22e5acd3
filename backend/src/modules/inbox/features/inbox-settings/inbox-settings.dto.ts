import {
  AUTO_REPLY_MODES,
  type AutoReplyMode,
  type InboxSettingsChange,
} from '@posthorn/contracts/inbox/settings.http';
import { SERVER_TEXT } from '@posthorn/contracts/shared/server-text';
import { ArrayMaxSize, IsArray, IsBoolean, IsIn, IsString, MaxLength, ValidateIf } from 'class-validator';

const message = SERVER_TEXT.notValid;
/** The maximum number of authors in one request. To unblock more authors, a client sends another request. */
const UNBLOCK_MAX = 500;
const KEY_MAX = 64;
/** Marks a field that may be absent, but not null. A setting without its field keeps its value. */
const IfSent = () => ValidateIf((_, value) => value !== undefined);

export class InboxSettingsDto implements InboxSettingsChange {
  @IsIn(AUTO_REPLY_MODES, { message })
  @IfSent()
  readonly autoReply?: AutoReplyMode;

  @IsBoolean({ message })
  @IfSent()
  readonly autoHideSpam?: boolean;

  @IsBoolean({ message })
  @IfSent()
  readonly requireApproval?: boolean;

  @IsBoolean({ message })
  @IfSent()
  readonly filterProfanity?: boolean;

  @MaxLength(KEY_MAX, { each: true, message })
  @IsString({ each: true, message })
  @ArrayMaxSize(UNBLOCK_MAX, { message })
  @IsArray({ message })
  @IfSent()
  readonly unblock?: readonly string[];
}
