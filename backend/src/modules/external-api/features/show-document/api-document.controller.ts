import { API_REFERENCE_PATH, openApiDocument } from '@posthorn/contracts/external/external.http';
import { Controller, Get, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Configuration } from '#infrastructure/config/configuration.ts';
import { matchesEtag } from '#infrastructure/http/edge/matches-etag.ts';
import { Public } from '#infrastructure/http/session/public-route.ts';
import { plainPagePolicy } from '#infrastructure/http/edge/security-headers.ts';
import { readApiDocument, tagged, type Tagged } from '../../document/api-document.ts';
import { drawReference } from '../../pages/reference/draw-reference.ts';
import { REFERENCE_STYLE } from '../../pages/reference/reference-style.ts';

/** All clients get the same document until the next version of the product. After five minutes a client revalidates its copy. */
const CACHE = 'public, max-age=300';
const POLICY = plainPagePolicy([], [REFERENCE_STYLE.hash]);

/** The API document as JSON and as a page. Public. */
@Public()
@Controller()
export class ApiDocumentController {
  #document: Tagged | null = null;
  #reference: Tagged | null = null;

  constructor(private readonly configuration: Configuration) {}

  @Get(openApiDocument.path)
  document(@Req() request: Request, @Res() response: Response): void {
    this.#document ??= tagged(JSON.stringify(readApiDocument(this.configuration.publicUrl)));
    send(this.#document, request, response.type('json'));
  }

  @Get(API_REFERENCE_PATH)
  reference(@Req() request: Request, @Res() response: Response): void {
    this.#reference ??= tagged(drawReference(readApiDocument(this.configuration.publicUrl)));
    send(this.#reference, request, response.type('html').set('content-security-policy', POLICY));
  }
}

function send({ text, etag }: Tagged, request: Request, response: Response): void {
  response.set({ etag, 'cache-control': CACHE }).vary('accept-encoding');
  if (matchesEtag(request, etag)) response.status(304).end();
  else response.send(text);
}
