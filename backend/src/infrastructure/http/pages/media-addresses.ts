import type { NextFunction, Request, Response } from 'express';
import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { map, type Observable } from 'rxjs';
import { Configuration } from '#infrastructure/config/configuration.ts';

/** Events and rows store `/media/…`, so that a URL stays valid when the host changes. */
const OWN = '/media/';
/**
 * Paths of fields with media URLs in requests and responses: `mediaUrl`, `mediaUrls`, `thumbnailUrl`, and `media[].url` of requests by API
 * programs. The value is one URL or a list.
 */
const PATHS = /Urls?$|^media url$/u;

/** A further source of images and videos for the Content Security Policy of pages; null: only our own host. */
export const mediaSource = ({ mediaUrl }: Pick<Configuration, 'mediaUrl'>): string | null =>
  mediaUrl === null ? null : new URL(mediaUrl).origin;

/** Returns the URL that browsers get for one of our own media URLs. */
export const shownMediaAddress = (address: string, mediaUrl: string | null): string =>
  mediaUrl !== null && address.startsWith(OWN) ? `${mediaUrl}${address}` : address;

/** Turns a media URL below one of these hosts back into our own; any other URL stays unchanged. */
export function ownMediaAddress(address: string, hosts: readonly string[]): string {
  const host = hosts.find((each) => address.startsWith(`${each}${OWN}`));
  return host === undefined ? address : address.slice(host.length);
}

/** Turns the media URLs in requests into our own. Use it after the body parser and `bodyShape`. */
export function ownMediaAddresses({ mediaUrl, publicUrl }: Pick<Configuration, 'mediaUrl' | 'publicUrl'>) {
  const hosts = [new URL(publicUrl).origin, ...(mediaUrl === null ? [] : [mediaUrl])];
  return (request: Request, _response: Response, next: NextFunction): void => {
    request.body = withAddresses(request.body, (address) => ownMediaAddress(address, hosts));
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

/** Returns the value with every media URL changed. Values other than plain objects and arrays are returned unchanged. @param within the field that contains the value */
export function withAddresses(value: unknown, change: (address: string) => string, within = ''): unknown {
  if (Array.isArray(value)) return value.map((each) => withAddresses(each, change, within));
  if (!isPlainObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      PATHS.test(`${within} ${name}`) ? changed(inner, change) : withAddresses(inner, change, name),
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
