import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Body, Controller, Get, Module, Post, Req, Res } from '@nestjs/common';
import type { Response } from 'express';
import { boot, type Booted } from '#infrastructure/testing/boot.ts';
import type { EdgeRequest } from '../session/edge-request.ts';
import { FromAnySite } from './from-any-site.ts';
import { OwnCalls, ownCallOf } from './own-calls.ts';
import { Public } from '../session/public-route.ts';

@Public()
@Controller('/api/own')
class EchoController {
  @Post()
  @FromAnySite()
  echo(@Req() request: EdgeRequest, @Body() body: unknown) {
    const { ip, requestId, headers, query } = request;
    return { ip, requestId, query, body, key: headers['x-key'], own: ownCallOf(request) ?? null };
  }
  @Get('cut')
  cut(@Res() response: Response): void {
    response.type('json').write('{"half":', () => response.destroy());
  }
}
@Module({ controllers: [EchoController] })
class EchoModule {}

let product: Booted;
beforeAll(async () => {
  product = await boot([EchoModule], { rawOrigin: true });
});
afterAll(() => product.close());
const call = { requestId: 'r1', ip: '203.0.113.7', isCounted: true };
const send = (method: 'GET' | 'POST', path: string, body: object | null) =>
  product.app.get(OwnCalls).send({ method, path, headers: { 'x-key': 'k' }, body }, call);

it('calls the server like any client, with the cause of the request that led to it', async () => {
  const { status, headers, body } = await send('POST', '/api/own?a=1', { text: 'ü' });
  expect([status, headers['x-request-id']]).toEqual([201, 'r1']);
  expect(body).toEqual({
    ip: call.ip,
    requestId: 'r1',
    query: { a: '1' },
    body: { text: 'ü' },
    key: 'k',
    own: call,
  });
  expect(await send('GET', '/api/nowhere', null)).toMatchObject({
    status: 404,
    body: { code: 'request.not-found', requestId: 'r1' },
  });
});

it('throws when the connection breaks before the end of the response', async () => {
  await expect(send('GET', '/api/own/cut', null)).rejects.toThrow();
  expect((await send('POST', '/api/own', {})).status).toBe(201);
});

it('ignores the headers of clients that pretend to be the process itself', async () => {
  const headers = { 'x-request-id': 'r1', 'x-forwarded-for': '203.0.113.7', 'x-key': 'k' };
  const response = await fetch(`${product.url}/api/own`, { method: 'POST', headers });
  const echoed = (await response.json()) as Readonly<{ own: unknown; requestId: string }>;
  expect([echoed.own, echoed.requestId === 'r1']).toEqual([null, false]);
});
