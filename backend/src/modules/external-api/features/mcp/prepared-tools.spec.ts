import { expect, it } from '@jest/globals';
import { EXTERNAL_PATH } from '@posthorn/contracts/external/external.http';
import { readApiDocument } from '../../document/api-document.ts';
import { resolved } from '../../document/read-document.ts';
import { preparedTools } from './prepared-tools.ts';
import { TOOLS } from './tools/tools.ts';

it('lets other work run while it compiles the schemas of the tools', async () => {
  // Each schema is compiled to the number of turns that other work has had. So two equal schemas mean that no other work ran between them.
  let turns = 0;
  const count = () => {
    turns += 1;
    if (turns < 100) setImmediate(count);
  };
  setImmediate(count);
  const tools = await preparedTools(readApiDocument('https://posthorn.example'), () => turns);
  expect(tools.map(({ tool }) => tool)).toEqual(TOOLS);
  expect(new Set(tools.map(({ outputSchema }) => outputSchema)).size).toBe(TOOLS.length);
});

it('requires the parameters of a query that the API document requires', () => {
  const document = readApiDocument('https://posthorn.example');
  for (const { name, call, arguments: all } of TOOLS) {
    const path = call.path.slice(EXTERNAL_PATH.length).replace(/:(\w+)/gu, '{$1}');
    const { parameters = [] } = document.paths[path]?.[call.method.toLowerCase()] ?? {};
    const documented = parameters
      .map((each) => resolved(document, each))
      .filter((each) => each.in === 'query' && each.required === true);
    const required = Object.values(all).filter((each) => each.in === 'query' && each.isRequired);
    expect([name, ...documented.map((each) => each.name)]).toEqual([name, ...required.map(({ as }) => as)]);
  }
});
