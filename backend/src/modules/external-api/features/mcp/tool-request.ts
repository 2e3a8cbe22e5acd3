import { pathOf } from '@posthorn/contracts/shared/call';
import type { OwnRequest } from '#infrastructure/http/edge/own-calls.ts';
import type { Argument, Tool } from './tools/tool.ts';

/** The call that a tool is, with these arguments in it. */
export function requestOf(tool: Tool, args: Readonly<Record<string, unknown>>, token: string): OwnRequest {
  const { method } = tool.call;
  const at = (place: Argument['in']): Readonly<Record<string, unknown>> =>
    Object.fromEntries(
      Object.entries(tool.arguments)
        .filter(([name, argument]) => argument.in === place && args[name] !== undefined)
        .map(([name, { as }]) => [as, args[name]]),
    );
  const query = new URLSearchParams({ ...tool.query, ...worded(at('query')) }).toString();
  return {
    method,
    path: pathOf(tool.call, worded(at('path'))) + (query === '' ? '' : `?${query}`),
    headers: { authorization: `Bearer ${token}`, ...worded(at('header')) },
    body: method === 'GET' || method === 'DELETE' ? null : at('body'),
  };
}

/** Lists as the API takes them in a query: with commas. */
const worded = (values: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));
