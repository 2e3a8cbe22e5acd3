import { expect, it } from '@jest/globals';
import { jsonRequest, objectIn, type JsonCall } from './json-request.ts';

const response = (text: string) => ({
  body: Buffer.from(text),
  json: () =>
    (text.startsWith('{') || text.startsWith('[') ? (JSON.parse(text) as object) : undefined) as never,
});

it('requests JSON, and keeps the query string of the URL', () => {
  const { method, url, headers, body } = jsonRequest('https://api.example/posts?view=author', {
    token: 't1',
    query: { limit: '2', 'id[]': ['1', '2'] },
  });
  expect([method, url.href, body]).toEqual([
    'GET',
    'https://api.example/posts?view=author&limit=2&id%5B%5D=1&id%5B%5D=2',
    undefined,
  ]);
  expect(headers).toEqual({ accept: 'application/json', authorization: 'Bearer t1' });
});
it('sends the content type of JSON, unless the call sets another content type', () => {
  const sent = jsonRequest('https://api.example', { method: 'POST', json: { a: 1 } });
  expect(sent).toMatchObject({ headers: { 'content-type': 'application/json' }, body: '{"a":1}' });
  const bytes = { headers: { 'content-type': 'image/png' }, request: { body: 'bytes', timeoutMs: 5 } };
  expect(jsonRequest('https://api.example', { method: 'POST', ...bytes })).toMatchObject({
    headers: { 'content-type': 'image/png' },
    body: 'bytes',
    timeoutMs: 5,
  });
});
it('throws when a call has two bodies', () => {
  const [request, form] = [{ body: 'bytes' }, [{ name: 'a', value: '1' }]];
  const both: readonly JsonCall[] = [
    { json: 1, request },
    { form, request },
    { json: 1, form },
  ];
  for (const call of both)
    expect(() => jsonRequest('https://api.example', { method: 'POST', ...call })).toThrow('one body');
});
it('reads an empty body as null, and throws if a body is not a JSON object', () => {
  expect(objectIn(response(''), 'api.example')).toBeNull();
  expect(objectIn(response('{"id":"1"}'), 'api.example')).toEqual({ id: '1' });
  for (const text of ['[1]', '<html>']) expect(() => objectIn(response(text), 'api.example')).toThrow('JSON');
});
