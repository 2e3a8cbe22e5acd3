import {
  DELIVERY_STATES,
  WEBHOOK,
  WEBHOOK_TEXT,
  type ChangeWebhookRequest,
  type CreateWebhookRequest,
  type DeliveryState,
  type ReplayRequest,
} from '@posthorn/contracts/external/webhooks.http';
import { eventTypesOf } from '@posthorn/contracts/external/events.http';
import {
  ArrayMaxSize,
  ArrayNotEmpty,
  Equals,
  IsArray,
  IsIn,
  IsInt,
  IsNotEmpty,
  IsOptional,
  IsString,
  Max,
  Min,
  ValidateBy,
  ValidateIf,
} from 'class-validator';
import { NumberInQuery } from '#infrastructure/http/edge/number-in-query.ts';
import { MaxText } from '#infrastructure/http/edge/max-text.ts';
import { RequestRefused } from '#infrastructure/http/errors/request-refused.ts';
import { Trim } from '#infrastructure/http/edge/trim.ts';
import type { DeliveryFilter } from '../../stores/deliveries/deliveries.ts';

const IfSent = () => ValidateIf((_, value) => value !== undefined);
const TYPES = { message: WEBHOOK_TEXT.typesNotValid };
const URL_NEEDED = { message: WEBHOOK_TEXT.urlRequired };
const LIMIT = { message: WEBHOOK_TEXT.limitNotValid };
const AFTER = { message: WEBHOOK_TEXT.afterRequired };

/** Each pattern must match at least one event type. */
const matchesTypes = (pattern: unknown): boolean =>
  pattern === '*' || (typeof pattern === 'string' && eventTypesOf(pattern).length > 0);
const MatchTypes = () =>
  ValidateBy({ name: 'meanTypes', validator: { validate: matchesTypes } }, { ...TYPES, each: true });

export class CreateWebhookDto implements CreateWebhookRequest {
  @MaxText(WEBHOOK.urlMax, { message: WEBHOOK_TEXT.urlMax })
  @IsNotEmpty(URL_NEEDED)
  @IsString(URL_NEEDED)
  @Trim()
  readonly url!: string;

  @MatchTypes()
  @ArrayMaxSize(WEBHOOK.typesMax, TYPES)
  @ArrayNotEmpty({ message: WEBHOOK_TEXT.typesRequired })
  @IsArray({ message: WEBHOOK_TEXT.typesRequired })
  readonly types!: readonly string[];
}

export class ChangeWebhookDto implements ChangeWebhookRequest {
  @MaxText(WEBHOOK.urlMax, { message: WEBHOOK_TEXT.urlMax })
  @IsNotEmpty(URL_NEEDED)
  @IsString(URL_NEEDED)
  @Trim()
  @IfSent()
  readonly url?: string;

  @MatchTypes()
  @ArrayMaxSize(WEBHOOK.typesMax, TYPES)
  @ArrayNotEmpty({ message: WEBHOOK_TEXT.typesRequired })
  @IsArray({ message: WEBHOOK_TEXT.typesRequired })
  @IfSent()
  readonly types?: readonly string[];

  @Equals(true, { message: WEBHOOK_TEXT.resumeNotValid })
  @IfSent()
  readonly resume?: true;
}

export class ReplayDto implements ReplayRequest {
  @IsNotEmpty(AFTER)
  @IsString(AFTER)
  readonly after!: string;
}

/** A page of an endpoint's deliveries. */
export class DeliveriesDto {
  @IsIn(DELIVERY_STATES, { message: WEBHOOK_TEXT.stateNotValid })
  @IsOptional()
  readonly state?: DeliveryState;

  @Max(WEBHOOK.pageLimitMax, LIMIT)
  @Min(1, LIMIT)
  @IsInt(LIMIT)
  @IsOptional()
  @NumberInQuery()
  readonly limit?: number;

  @IsString({ message: WEBHOOK_TEXT.cursorNotValid })
  @IsOptional()
  readonly cursor?: string;

  /** @throws RequestRefused 400 `external.cursor-not-valid` */
  get filter(): DeliveryFilter {
    const { state = null, limit = WEBHOOK.pageLimit, cursor: before = null } = this;
    if (before !== null && !/^\d{1,18}$/u.test(before))
      throw new RequestRefused('external.cursor-not-valid', WEBHOOK_TEXT.cursorNotValid);
    return { state, limit, before };
  }
}
