import type { NextFunction, Request, Response } from 'express';
import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { map, type Observable } from 'rxjs';
import { Configuration } from '#infrastructure/config/configuration.ts';

/** Events and rows store `/media/…`, so that a URL stays valid when the host changes. */
const OWN = '/media/';
/** Names of fields with media URLs in requests and responses: `mediaUrl`, `mediaUrls`, `thumbnailUrl`. The value is one URL or a list. */
const NAMES = /Urls?$/u;

/** A further source of images and videos for the Content Security Policy of pages; null: only our own host. */
export const mediaSource = ({ mediaUrl }: Pick<Configuration, 'mediaUrl'>): string | null =>
  mediaUrl === null ? null : new URL(mediaUrl).origin;

/** Returns the URL that browsers get for one of our own media URLs. */
export const shownMediaAddress = (address: string, mediaUrl: string | null): string =>
  mediaUrl !== null && address.startsWith(OWN) ? `${mediaUrl}${address}` : address;

/** Turns a URL from `shownMediaAddress` back into our own; any other URL stays unchanged. */
export const ownMediaAddress = (address: string, mediaUrl: string | null): string =>
  mediaUrl !== null && address.startsWith(`${mediaUrl}${OWN}`) ? address.slice(mediaUrl.length) : address;

/** Turns the media URLs in requests into our own. Use it after the body parser and `bodyShape`. */
export function ownMediaAddresses({ mediaUrl }: Pick<Configuration, 'mediaUrl'>) {
  return (request: Request, _response: Response, next: NextFunction): void => {
    if (mediaUrl !== null)
      request.body = withAddresses(request.body, (address) => ownMediaAddress(address, mediaUrl));
    next();
  };
}

/** Puts `MEDIA_URL` before our media URLs in responses. */
@Injectable()
export class ShownMediaAddresses implements NestInterceptor {
  constructor(private readonly configuration: Configuration) {}

  intercept(_context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const { mediaUrl } = this.configuration;
    if (mediaUrl === null) return next.handle();
    const shown = (address: string) => shownMediaAddress(address, mediaUrl);
    return next.handle().pipe(map((body) => withAddresses(body, shown)));
  }
}

/** Returns the value with every media URL changed. Values other than plain objects and arrays are returned unchanged. */
export function withAddresses(value: unknown, change: (address: string) => string): unknown {
  if (Array.isArray(value)) return value.map((each) => withAddresses(each, change));
  if (!isPlainObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      NAMES.test(name) ? changed(inner, change) : withAddresses(inner, change),
    ]),
  );
}

function changed(value: unknown, change: (address: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  return Array.isArray(value) ? value.map((each) => changed(each, change)) : value;
}

function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
