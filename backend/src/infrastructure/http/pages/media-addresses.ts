import type { NextFunction, Request, Response } from 'express';
import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { map, type Observable } from 'rxjs';
import { Configuration } from '#infrastructure/config/configuration.ts';

/** Facts and rows name files as `/media/…`, so that they outlive whatever host serves them. */
const OWN = '/media/';
/** By which names such addresses stand in requests and replies, alone or in a list: `mediaUrl`, `mediaUrls`, `thumbnailUrl`. */
const NAMES = /Urls?$/u;

/** What pages may load pictures and films from besides our own host, as a source of a Content Security Policy; null: nothing else. */
export const mediaSource = ({ mediaUrl }: Pick<Configuration, 'mediaUrl'>): string | null =>
  mediaUrl === null ? null : new URL(mediaUrl).origin;

/** The address that browsers get for one of ours. */
export const shownMediaAddress = (address: string, mediaUrl: string | null): string =>
  mediaUrl !== null && address.startsWith(OWN) ? `${mediaUrl}${address}` : address;

/** One of ours for an address that browsers got; any other stays as it is. */
export const ownMediaAddress = (address: string, mediaUrl: string | null): string =>
  mediaUrl !== null && address.startsWith(`${mediaUrl}${OWN}`) ? address.slice(mediaUrl.length) : address;

/** Turns the addresses in requests into our own. Stands behind the body parser and `bodyShape`. */
export function ownMediaAddresses({ mediaUrl }: Pick<Configuration, 'mediaUrl'>) {
  return (request: Request, _response: Response, next: NextFunction): void => {
    if (mediaUrl !== null)
      request.body = withAddresses(request.body, (address) => ownMediaAddress(address, mediaUrl));
    next();
  };
}

/** Puts `MEDIA_URL` before the addresses in replies. */
@Injectable()
export class ShownMediaAddresses implements NestInterceptor {
  constructor(private readonly configuration: Configuration) {}

  intercept(_context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const { mediaUrl } = this.configuration;
    if (mediaUrl === null) return next.handle();
    const shown = (address: string) => shownMediaAddress(address, mediaUrl);
    return next.handle().pipe(map((reply) => withAddresses(reply, shown)));
  }
}

/** The same, with every address in its names changed. What is no plain object or list stays what it is. */
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
