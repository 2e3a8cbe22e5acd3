import { OPTIONS, type PublishOptions } from '@posthorn/contracts/shared/publish-options';
import { isMoment } from '@posthorn/contracts/integrations/option-values';
import { POST_TEXT } from '@posthorn/contracts/scheduling/post-words';
import { POST, type TargetRequest } from '@posthorn/contracts/scheduling/posts.http';
import { SERVER_TEXT } from '@posthorn/contracts/shared/server-text';
import { LONGEST_TEXT, textLength } from '@posthorn/contracts/shared/text';
import { Transform } from 'class-transformer';
import { ArrayMaxSize, IsArray, IsInt, IsPositive, IsString, ValidateBy, ValidateIf } from 'class-validator';
import { MaxText } from '#infrastructure/http/edge/max-text.ts';
import { cleanText } from '#infrastructure/http/edge/clean-text.ts';

const message = POST_TEXT.accountsRequired;
const FIELD = /^[a-z][A-Za-z0-9]{0,39}$/u;
const IfSent = () => ValidateIf((_, value) => value !== undefined && value !== null);

/**
 * The own content of one account of a post. The account's platform defines the maximum length and the
 * options.
 */
export class TargetDto implements TargetRequest {
  @IsPositive({ message })
  @IsInt({ message })
  readonly accountId!: number;

  /** Null: as empty, the account gets the text of the post. */
  @MaxText(LONGEST_TEXT, { message: POST_TEXT.ownTextMax })
  @IsString({ message: SERVER_TEXT.notValid })
  @IfSent()
  @Transform(({ value }: { value: unknown }) =>
    typeof value === 'string' ? cleanText(value).trim() : value === null ? '' : value,
  )
  readonly content?: string;

  @ValidateBy({ name: 'options', validator: { validate: isOptions } }, { message: SERVER_TEXT.notValid })
  @IfSent()
  @Transform(({ obj }: { obj: Readonly<Record<string, unknown>> }) => cleanOptions(obj['options']))
  readonly options?: PublishOptions;

  /** Null: removes an earlier selection, so that the account gets all files. */
  @IsString({ each: true, message: POST_TEXT.targetMediaUnknown })
  @ArrayMaxSize(POST.filesMax, { message: POST_TEXT.filesMax })
  @IsArray({ message: POST_TEXT.targetMediaUnknown })
  @IfSent()
  readonly mediaUrls?: string[] | null;
}

function isOptions(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const entries = Object.entries(value);
  return (
    entries.length <= OPTIONS.fieldsMax &&
    entries.every(
      ([name, chosen]) =>
        FIELD.test(name) &&
        (typeof chosen === 'boolean' ||
          isMoment(chosen) ||
          (typeof chosen === 'string' && textLength(chosen) <= OPTIONS.textMax)),
    )
  );
}

/** Copies and trims the values, and drops empty values. Null means no options. `isOptions` then refuses invalid values. */
function cleanOptions(value: unknown): unknown {
  if (value === null) return {};
  if (value === undefined || typeof value !== 'object' || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .map(
        ([name, chosen]) => [name, typeof chosen === 'string' ? cleanText(chosen).trim() : chosen] as const,
      )
      .filter(([, chosen]) => chosen !== '' && chosen !== null),
  );
}
