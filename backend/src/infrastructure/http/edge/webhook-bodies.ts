import { raw, type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import type { RawBodyRequest } from '@nestjs/common';

/** Addresses that others call by themselves, and how large a body may be there: one event of Stripe is a few kilobytes. */
export const WEBHOOK_PATHS = [
  { path: '/api/webhooks', limit: '1mb' },
  { path: '/api/stripe/webhook', limit: '256kb' },
] as const;

/**
 * What is signed are bytes: they are kept as they came, whatever they are said to be, and nobody else parses them. A body that was
 * compressed is refused, as no platform sends one.
 */
export const webhookBodies = (limit: string): readonly RequestHandler[] => [
  raw({ type: () => true, limit, inflate: false }),
  (request: RawBodyRequest<Request>, _response: Response, next: NextFunction) => {
    if (Buffer.isBuffer(request.body)) request.rawBody = request.body;
    request.body = undefined;
    next();
  },
];
