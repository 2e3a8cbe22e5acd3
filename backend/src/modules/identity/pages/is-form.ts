import type { Request } from 'express';

/** Sent by one of our plain pages, which expects a page in return. */
export const isForm = (request: Request): boolean =>
  typeof request.is('application/x-www-form-urlencoded') === 'string';
