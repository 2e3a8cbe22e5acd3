import { raw, type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import type { RawBodyRequest } from '@nestjs/common';

/** Paths that other systems call, with the largest body there: one event of Stripe has a few kilobytes. */
export const WEBHOOK_PATHS = [
  { path: '/api/webhooks', limit: '1mb' },
  { path: '/api/stripe/webhook', limit: '256kb' },
] as const;

/**
 * Signatures cover bytes. So the body stays unchanged, of any content type, and no other parser reads it. Compressed bodies are refused,
 * since no platform sends one.
 */
export const webhookBodies = (limit: string): readonly RequestHandler[] => [
  raw({ type: () => true, limit, inflate: false }),
  (request: RawBodyRequest<Request>, _response: Response, next: NextFunction) => {
    if (Buffer.isBuffer(request.body)) request.rawBody = request.body;
    request.body = undefined;
    next();
  },
];
