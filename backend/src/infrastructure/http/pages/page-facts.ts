import type { Request, Response } from 'express';

/** Data that the server fills into a built page. Bound by Identity. */
export abstract class PageFacts {
  /** False: no user is signed in, so the page need not request their data early. */
  abstract mayBeSignedIn(request: Request): boolean;

  /** Where an address leads instead of its page, such as a signed-in user from the sign-in page; null: it shows its page. */
  abstract leadsTo(request: Request): Promise<string | null>;

  /** HTML by the name of its place, which a page marks by `<!--name-->`. `parts` are pieces that were built with the pages. */
  abstract fill(
    request: Request,
    parts: Readonly<Record<string, string>>,
  ): Promise<Readonly<Record<string, string>>>;

  /** Sets the cookie that an address asks its browser to keep. */
  abstract keep(request: Request, response: Response): void;
}
