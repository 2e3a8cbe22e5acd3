import type { Request, Response } from 'express';

/** What the server knows and a built page leaves open. Bound by Identity. */
export abstract class PageFacts {
  /** False: nobody is signed in there, so nothing of theirs need be asked for ahead. */
  abstract mayBeSignedIn(request: Request): boolean;

  /** HTML by the name of its place, which a page marks by `<!--name-->`. `parts` are pieces that were built with the pages. */
  abstract fill(
    request: Request,
    parts: Readonly<Record<string, string>>,
  ): Promise<Readonly<Record<string, string>>>;

  /** What an address asks its browser to keep, in a cookie. */
  abstract keep(request: Request, response: Response): void;
}
