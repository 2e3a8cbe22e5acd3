import {
  eventTypesOf,
  EXTERNAL_EVENT_TEXT,
  EXTERNAL_EVENTS,
  type PublicEventType,
} from '@posthorn/contracts/external/events.http';
import { SERVER_TEXT } from '@posthorn/contracts/shared/server-text';
import { IsInt, IsOptional, IsString, Max, Min } from 'class-validator';
import { NumberInQuery } from '#infrastructure/http/edge/number-in-query.ts';
import { RequestNotValid } from '#infrastructure/http/errors/request-refused.ts';

const TEXT = { message: SERVER_TEXT.notValid };
const LIMIT = { message: EXTERNAL_EVENT_TEXT.limitNotValid };

export class EventStreamDto {
  @IsString(TEXT)
  @IsOptional()
  readonly after?: string;

  @IsString(TEXT)
  @IsOptional()
  readonly types?: string;

  /** Returns the requested event types; null: all types. @throws RequestNotValid for an unknown type */
  get requestedTypes(): readonly PublicEventType[] | null {
    if (this.types === undefined) return null;
    const requested = this.types
      .split(',')
      .map((pattern) => ({ pattern, types: eventTypesOf(pattern.trim()) }));
    const unknown = requested.find(({ types }) => types.length === 0);
    if (unknown) throw new RequestNotValid({ types: EXTERNAL_EVENT_TEXT.typeNotValid(unknown.pattern) });
    return requested.flatMap(({ types }) => types);
  }
}

export class ListEventsDto extends EventStreamDto {
  @Max(EXTERNAL_EVENTS.pageLimitMax, LIMIT)
  @Min(1, LIMIT)
  @IsInt(LIMIT)
  @IsOptional()
  @NumberInQuery()
  readonly limit?: number;
}
