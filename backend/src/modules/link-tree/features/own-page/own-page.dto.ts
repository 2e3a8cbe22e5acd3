import {
  LINK_ICONS,
  LINK_PAGE,
  LINK_PAGE_TEXT,
  type AddLinkRequest,
  type ChangeLinkRequest,
  type ChangePageAccountRequest,
  type LinkIcon,
  type LinkPageChange,
} from '@posthorn/contracts/link-tree/link-page.http';
import { SERVER_TEXT } from '@posthorn/contracts/shared/server-text';
import { LINK_PAGE_THEME_NAMES, type LinkPageTheme } from '@posthorn/contracts/link-tree/themes';
import { Transform } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsNotEmpty,
  IsString,
  MaxLength,
  ValidateBy,
  ValidateIf,
} from 'class-validator';
import { isOfSomeDay } from '#infrastructure/http/edge/day-of-calendar.ts';
import { MaxText } from '#infrastructure/http/edge/max-text.ts';
import { HasVisibleText } from '#infrastructure/http/edge/visible-text.ts';
import { Trim } from '#infrastructure/http/edge/trim.ts';

/** Matches ISO 8601 with an offset. Without an offset, the time would be ambiguous. */
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/i;
const ID_MAX = 40;

const IfSent = () => ValidateIf((_, value) => value !== undefined);
const IfNotNull = () => ValidateIf((_, value) => value !== undefined && value !== null);

const isInstant = (value: unknown): value is string =>
  typeof value === 'string' && INSTANT.test(value) && !Number.isNaN(Date.parse(value)) && isOfSomeDay(value);

const IsInstant = () =>
  ValidateBy(
    { name: 'isInstant', validator: { validate: isInstant } },
    { message: LINK_PAGE_TEXT.instantNotValid },
  );

/** Converts a time to UTC, so that stored times can be compared as texts. */
const InUtc = () =>
  Transform(({ value }: { value: unknown }) => (isInstant(value) ? new Date(value).toISOString() : value));

/** The fields of both requests, to add and to change a link. */
class LinkTimesDto {
  @IsIn(LINK_ICONS, { message: LINK_PAGE_TEXT.iconUnknown })
  @IfSent()
  readonly icon?: LinkIcon;

  @IsInstant()
  @IfNotNull()
  @InUtc()
  readonly from?: string | null;

  @IsInstant()
  @IfNotNull()
  @InUtc()
  readonly until?: string | null;
}

export class AddLinkDto extends LinkTimesDto implements AddLinkRequest {
  @MaxText(LINK_PAGE.titleMax, { message: LINK_PAGE_TEXT.titleMax })
  @HasVisibleText({ message: LINK_PAGE_TEXT.titleRequired })
  @IsString({ message: LINK_PAGE_TEXT.titleRequired })
  @Trim()
  readonly title!: string;

  @IsNotEmpty({ message: LINK_PAGE_TEXT.urlRequired })
  @IsString({ message: LINK_PAGE_TEXT.urlRequired })
  @Trim()
  readonly url!: string;
}

export class ChangeLinkDto extends LinkTimesDto implements ChangeLinkRequest {
  @MaxText(LINK_PAGE.titleMax, { message: LINK_PAGE_TEXT.titleMax })
  @HasVisibleText({ message: LINK_PAGE_TEXT.titleRequired })
  @IsString({ message: LINK_PAGE_TEXT.titleRequired })
  @IfSent()
  @Trim()
  readonly title?: string;

  @IsNotEmpty({ message: LINK_PAGE_TEXT.urlRequired })
  @IsString({ message: LINK_PAGE_TEXT.urlRequired })
  @IfSent()
  @Trim()
  readonly url?: string;

  @IsBoolean({ message: SERVER_TEXT.notValid })
  @IfSent()
  readonly shown?: boolean;

  @MaxLength(ID_MAX, { message: SERVER_TEXT.notValid })
  @IsString({ message: SERVER_TEXT.notValid })
  @IfNotNull()
  readonly after?: string | null;
}

export class ChangePageAccountDto implements ChangePageAccountRequest {
  @IsBoolean({ message: SERVER_TEXT.notValid })
  @IfSent()
  readonly shown?: boolean;

  @IsInt({ message: SERVER_TEXT.notValid })
  @IfNotNull()
  readonly after?: number | null;
}

export class OrderLinksDto {
  @MaxLength(ID_MAX, { each: true, message: SERVER_TEXT.notValid })
  @IsString({ each: true, message: SERVER_TEXT.notValid })
  @ArrayMaxSize(LINK_PAGE.linksMax, { message: LINK_PAGE_TEXT.orderNotComplete })
  @IsArray({ message: SERVER_TEXT.notValid })
  readonly linkIds!: readonly string[];
}

export class PageSettingsDto implements LinkPageChange {
  @MaxText(LINK_PAGE.sentenceMax, { message: LINK_PAGE_TEXT.sentenceMax })
  @IfSent()
  @Trim()
  readonly sentence?: string;

  @IsBoolean({ message: SERVER_TEXT.notValid })
  @IfSent()
  readonly listed?: boolean;

  @IsIn(LINK_PAGE_THEME_NAMES, { message: LINK_PAGE_TEXT.themeUnknown })
  @IfSent()
  readonly theme?: LinkPageTheme;
}

export class ShowPostDto {
  @IsBoolean({ message: SERVER_TEXT.notValid })
  readonly shown!: boolean;
}
