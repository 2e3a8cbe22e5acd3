import { pathOf } from '@posthorn/contracts/shared/call';
import type { OwnRequest } from '#infrastructure/http/edge/own-calls.ts';
import type { Argument, Tool } from './tools/tool.ts';

/** Returns the API request for a call of this tool with these arguments. */
export function requestOf(tool: Tool, args: Readonly<Record<string, unknown>>, token: string): OwnRequest {
  const { method } = tool.call;
  const argumentsIn = (place: Argument['in']): Readonly<Record<string, unknown>> =>
    Object.fromEntries(
      Object.entries(tool.arguments)
        .filter(([name, argument]) => argument.in === place && args[name] !== undefined)
        .map(([name, { as }]) => [as, args[name]]),
    );
  const query = new URLSearchParams({ ...tool.query, ...asStrings(argumentsIn('query')) }).toString();
  return {
    method,
    path: pathOf(tool.call, asStrings(argumentsIn('path'))) + (query === '' ? '' : `?${query}`),
    headers: { authorization: `Bearer ${token}`, ...asStrings(argumentsIn('header')) },
    body: method === 'GET' || method === 'DELETE' ? null : argumentsIn('body'),
  };
}

/** Converts the values to strings. The API separates list items in a query with commas. */
const asStrings = (values: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));
