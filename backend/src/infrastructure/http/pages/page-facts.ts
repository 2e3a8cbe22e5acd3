import type { Request, Response } from 'express';

/** Data that the server fills into a built page. The module `identity` implements it. */
export abstract class PageFacts {
  /** False: no user is signed in, so the page need not request their data early. */
  abstract mayBeSignedIn(request: Request): boolean;

  /** The path to redirect to, for example for a signed-in user on the sign-in page; null: the page is shown. */
  abstract leadsTo(request: Request): Promise<string | null>;

  /** Returns HTML by the name of its placeholder (`<!--name-->` in a page). `parts` are pieces that were built with the pages. */
  abstract fill(
    request: Request,
    parts: Readonly<Record<string, string>>,
  ): Promise<Readonly<Record<string, string>>>;

  /** Sets the cookie that the URL of the request asks the browser to keep. */
  abstract keep(request: Request, response: Response): void;
}
